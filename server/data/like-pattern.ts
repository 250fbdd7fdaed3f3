/** Returns the longest text without wildcards in a pattern of LIKE, whose escape character is `\`. */
export function longestLiteral(pattern: string): string {
  let longest = ''
  let literal = ''
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '%' || pattern[at] === '_') literal = ''
    else {
      if (pattern[at] === '\\') at++
      literal += pattern[at] ?? ''
    }
    if (literal.length > longest.length) longest = literal
  }
  return longest
}
