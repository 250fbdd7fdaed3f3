/** Whether there is something to see in a text: more than blanks and signs without a shape. */
export function isVisible(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text)
}
