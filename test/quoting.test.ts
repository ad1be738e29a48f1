/** Values as source text. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import {
  gap,
  shComment,
  shWord,
  shWordBriefly,
  tsAccess,
  tsComment,
  tsDocComment,
  tsName,
  tsText,
  tsValue,
  xmlText,
} from '../src/quoting.ts'
import { folderWith } from './support/command-line.ts'
import { hostileStrings, longHostileString, markName } from './support/hostile-strings.ts'

const strings = [...hostileStrings(), ...hostileStrings().map((each) => `a${each}`), longHostileString()]
const read = (expression: string): unknown => runInNewContext(`(${expression})`, { gap: 'GAP' })

test('a shell reads each word as it was, and runs nothing', () => {
  const folder = folderWith()
  // An argument of a program has less than a million characters; a shell has no NUL, and no halves of characters.
  const words = strings.map((each) => each.toWellFormed().replaceAll('\0', ''))
  const lines = words.flatMap((each) => [
    shComment(each),
    `printf '%s\\0' ${shWord([each])}`,
    `printf '%s\\0' ${shWordBriefly(each)}`,
    `printf '%s\\0' ${shWord([each, gap('$x'), each])}`,
  ])
  const said = execFileSync('sh', ['-s'], { cwd: folder, input: `x=GAP\n${lines.join('\n')}\n`, maxBuffer: 2 ** 26 })

  expect(said.toString().split('\0').slice(0, -1)).toEqual(words.flatMap((each) => [each, each, `${each}GAP${each}`]))
  expect(existsSync(join(folder, markName))).toBe(false)
})

test('TypeScript reads each text, name and value as it was, on one line', () => {
  for (const each of strings) {
    const texts = [tsText([each]), tsText([each, gap('gap'), each]), tsText([each, each])]
    expect(texts.map(read)).toEqual([each, `${each}GAP${each}`, each + each])
    expect(texts.join('')).not.toMatch(/[\n\r\u2028\u2029\u202e]/)
    const value = Object.fromEntries([
      [each, { [each]: [each, 1, null] }],
      [`${each}-`, { [each]: each, true: true, null: null }],
    ])
    expect(JSON.stringify(read(tsValue(value, '')))).toBe(JSON.stringify(value))
    expect(read(`{ ${tsName(each)}: 1 }`)).toEqual(Object.fromEntries([[each, 1]]))
    expect(read(`(${tsValue({ [`${each}x`]: 'here' }, '')})${tsAccess(`${each}x`)}`)).toBe('here')
  }
})

test('what looks like an expression is a value', () => {
  expect(tsValue({ expression: 'process.exit()' }, '')).toBe("{ expression: 'process.exit()' }")
  expect(tsText(['$', '{process.exit()}', gap('gap')])).toBe(['`\\$', '{process.exit()}$', '{gap}`'].join(''))
})

test('no comment ends before its line', () => {
  for (const each of strings) {
    const program = `${tsComment(each)}\n${tsDocComment(each)}'whole'`
    expect(read(`${program}\n`)).toBe('whole')
    expect(stripTypeScriptTypes(program)).toContain("'whole'")
  }
})

test('XML and HTML read each text as it was, apart from characters that they have no place for', () => {
  for (const each of strings) expect(xmlText(each)).not.toMatch(/[<>"']|[\p{Cs}\n]/u)
  expect(xmlText(`<a b='"'>&\n\u0007\ud800`)).toBe('&lt;a b=&#39;&quot;&#39;&gt;&amp;&#10;\ufffd\ufffd')
})
