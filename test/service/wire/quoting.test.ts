/** Values as source text. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gap, shWord, shWordBriefly, xmlText } from '../../../src/service/wire/text.ts'
import { hostileStrings, longHostileString, markName } from '../../support/hostile-strings.ts'
import { expect, test } from '../../support/rule.ts'

const strings = [...hostileStrings(), ...hostileStrings().map((each) => `a${each}`), longHostileString()]

test('a shell reads each word as it was, and runs nothing', ({ folder }) => {
  // An argument of a program has less than a million characters; a shell has no NUL, and no halves of characters.
  const words = strings.map((each) => each.toWellFormed().replaceAll('\0', ''))
  const lines = words.flatMap((each) => [
    `printf '%s\\0' ${shWord([each])}`,
    `printf '%s\\0' ${shWordBriefly(each)}`,
    `printf '%s\\0' ${shWord([each, gap('$x'), each])}`,
  ])
  const said = execFileSync('sh', ['-s'], { cwd: folder, input: `x=GAP\n${lines.join('\n')}\n`, maxBuffer: 2 ** 26 })

  expect(said.toString().split('\0').slice(0, -1)).toEqual(words.flatMap((each) => [each, each, `${each}GAP${each}`]))
  expect(existsSync(join(folder, markName))).toBe(false)
})

test('XML and HTML read each text as it was, apart from characters that they have no place for', () => {
  for (const each of strings) expect(xmlText(each)).not.toMatch(/[<>"']|[\p{Cs}\n]/u)
  expect(xmlText(`<a b='"'>&\n\u0007\ud800`)).toBe('&lt;a b=&#39;&quot;&#39;&gt;&amp;&#10;\ufffd\ufffd')
})
