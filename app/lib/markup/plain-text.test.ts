import { expect, test } from 'vitest'
import { testLinearCosts } from '#tests/support/growth.ts'
import { plainLine, plainText } from './plain-text.ts'

/** The markup, and the expected plain text. */
const lines: [string, string][] = [
  ['Mother&#039;s Mug &amp; Saucer', "Mother's Mug & Saucer"],
  ['Tom &amp; Jerry <b>Mug</b> &eacute;', 'Tom & Jerry Mug é'],
  ['Se&aacute;n', 'Seán'],
  ['K&ouml;ln', 'Köln'],
  ['Caf&#xE9; &#8211; 1&nbsp;kg', 'Café – 1 kg'],
  ['5&euro; &hearts; &NotEqualTilde;', '5€ ♥ ≂̸'],
  // HTML maps these character references to Windows-1252.
  ['Mother&#146;s &#128;5', 'Mother’s €5'],
  // Encoded several times, by one program after the other.
  ['Tom &amp;amp; Jerry', 'Tom & Jerry'],
  ['Tom &amp;amp;amp; Jerry', 'Tom & Jerry'],
  ['Mother&amp;#039;s', "Mother's"],
  ['&lt;b&gt;Mug&lt;/b&gt;', 'Mug'],
  ['&amp;lt;b&amp;gt;Mug', 'Mug'],
  ['&lt;script&gt;alert(1)&lt;/script&gt;Mug', 'Mug'],
  // Tags.
  ['<p>Mug</p><p>Saucer</p>', 'Mug Saucer'],
  ['Mug<br>Saucer<BR/>', 'Mug Saucer'],
  ['<span class="sku" data-x=\'1\'>Mug</span>', 'Mug'],
  ['Mug<sup>2</sup>', 'Mug2'],
  ['<script>alert("<b>")</script>Mug<style>b{}</style>', 'Mug'],
  ['Mug<!-- <b>old</b> --> & Saucer', 'Mug & Saucer'],
  ['<b></b>', ''],
  ['<script>', ''],
  ['<!--', ''],
  // Text that only looks like markup.
  ['a < b', 'a < b'],
  ['a<b', 'a<b'],
  ['I <3 mugs', 'I <3 mugs'],
  ['3 > 2 && 1 <2', '3 > 2 && 1 <2'],
  ['List<String> for beginners', 'List<String> for beginners'],
  ['<none>', '<none>'],
  ['AT&T', 'AT&T'],
  ['R&D; Mug', 'R&D; Mug'],
  ['Mac&notebook', 'Mac&notebook'],
  ['Tom & Jerry', 'Tom & Jerry'],
  ['&unknown;', '&unknown;'],
  ['& ; &; &#; &#x;', '& ; &; &#; &#x;'],
  ['👩‍👩‍👧 家族 عائلة', '👩‍👩‍👧 家族 عائلة'],
  // Control characters, also those behind entities.
  ['Mug\u0000\u0007&#10;&#7;Saucer', 'Mug Saucer'],
  ['Mug\n\tSaucer ', 'Mug Saucer'],
  ['&#xD83D;Mug', '\uFFFDMug'],
  ['', ''],
  [' ', ''],
]

test.each(lines)('%j reads %j', (written, read) => {
  expect(plainLine(written)).toBe(read)
})

test.each(lines)('%j is the same when it passes a second door', (written) => {
  const once = plainLine(written)
  expect(plainLine(once)).toBe(once)
})

test.each([
  ['Great mug.\r\n\r\nWould &quot;buy&quot; again', 'Great mug.\nWould "buy" again'],
  ['<p>Great <em>mug</em>.</p><p>Again!</p>', 'Great mug.\nAgain!'],
  ['One<br />Two<br>Three', 'One\nTwo\nThree'],
  ['<ul><li>One</li><li>Two</li></ul>', 'One\nTwo'],
  ['price < 5 &amp; size > 3', 'price < 5 & size > 3'],
  ['<p> </p>', ''],
])('a longer text %j reads %j', (written, read) => {
  expect(plainText(written)).toBe(read)
})

testLinearCosts(
  [plainLine, plainText].map((read) => ({
    name: read.name,
    read,
    longest: 20_000,
    pieces: [
      '<',
      '<a ',
      '<b>',
      '</p>',
      '<!--',
      '-->',
      '<script>',
      '&',
      '&amp;',
      '&#1;',
      '"',
      ' ',
      'a',
    ],
  })),
)
