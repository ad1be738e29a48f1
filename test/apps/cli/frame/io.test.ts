/** What commands write to a terminal: no value controls it, and one record is one line. */
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { windowsLine } from '../../../../src/apps/cli/frame/child.ts'
import { shownOn, terminalOf } from '../../../../src/apps/cli/frame/io.ts'
import { inColumns, print, status } from '../../../../src/apps/cli/frame/print.ts'
import { misuse, run, serverForFile } from '../../../support/command-line.ts'
import { hostileStrings, longHostileString } from '../../../support/hostile-strings.ts'
import { emailSettings, orderTo, ttd } from '../../../support/orders.ts'

const { inNewWorld, url } = await serverForFile()
const strings = [...hostileStrings(), longHostileString()]
/** Everything but the end of a line. */
const controls = /(?!\n)[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

function terminal(isTTY = true) {
  const said: (string | Uint8Array)[] = []
  const stream = { write: (part: string | Uint8Array) => said.push(part), isTTY }
  return { io: shownOn({ stdout: stream, stderr: stream, env: {}, folder: '' }), said: () => said.join('') }
}

test('a row of a table is one line, and only our colours reach the terminal', () => {
  for (const text of strings) {
    const { io, said } = terminal()
    io.stdout.say(inColumns([[text, status('Failed'), `x${text}`], ['end']], terminalOf(io)))
    expect(said()).toContain('\u001b[31mFailed\u001b[39m')
    expect(said().replace('\u001b[31m', '').replace('\u001b[39m', '')).not.toMatch(controls)
    expect(said().split('\n')).toHaveLength(3)
  }
})

test('a reply in words has each of its texts on one line, and nothing controls the terminal', () => {
  for (const text of strings) {
    const { io, said } = terminal()
    print(io, { json: false }, { list: [{ [text]: text }] }, ({ list: [first] }) => `${Object.entries(first ?? {}).join()}\n`)
    expect(said()).not.toMatch(controls)
    expect(said().split('\n')).toHaveLength(2)
    io.stderr.say(text)
    io.stdout.document(text)
    io.stdout.document(Buffer.from(text))
    expect(said()).not.toMatch(controls)
  }
})

test('JSON is the same JSON, without characters of control', () => {
  for (const text of strings) {
    const { io, said } = terminal()
    const reply = { [`${text}x`]: text }
    print(io, { json: true }, reply, () => '')
    expect(said()).not.toMatch(controls)
    expect(JSON.parse(said())).toEqual(reply)
  }
})

test('a document is unchanged where the output is no terminal', () => {
  for (const text of strings) {
    const { io, said } = terminal(false)
    io.stdout.document(text)
    expect(said()).toBe(text)
  }
})

/** Red is none of them. */
const withoutColours = (text: string) => ['[1m', '[22m', '[32m', '[39m'].reduce((rest, code) => rest.replaceAll(`\u001b${code}`, ''), text)

const forged = 'x\u001b]0;title\u0007\u001b[31mred\u009b31m\r\nforged row\u202egpj\u2028end'

test('names and subjects of clients forge no row of a list', async () => {
  const here = inNewWorld()
  await here.run('contacts', 'put', '12838590150', '--name', forged, '--email', 'a@example.org')
  const shown = await here.runIn({ columns: 500 }, 'contacts', 'show', '12838590150')
  await here.client.call('notifications.createOrder', {
    as: ttd,
    body: orderTo({ recipientEmail: { emailAddress: 'someone@example.org', emailSettings: { ...emailSettings, subject: forged } } }),
  })
  await here.knobs.advance({ until: 'settled' })
  const sent = await here.runIn({ columns: 500 }, 'outbox')

  for (const { out } of [shown, sent]) {
    expect(stripVTControlCharacters(out)).toContain('\\x1b]0;title\\x07\\x1b[31mred\\u009b31m')
    expect(withoutColours(out)).not.toMatch(controls)
    expect(out.trimEnd().split('\n')).toHaveLength(2)
  }
})

test('a mistake shows what was given', async () => {
  const { code, err } = await run(['scenario', 'use', forged, '--url', url])

  expect(code).toBe(2)
  expect(err).not.toMatch(controls)
})

test('a download does not go to a terminal', async () => {
  expect(await run(['files', 'download', 'none', '--output', '-', '--url', url], { columns: 100 })).toMatchObject(
    misuse('standard output is a terminal'),
  )
})

test('on Windows each word of a command is quoted, or refused', () => {
  expect(windowsLine(['npm', 'test', '--', '--grep', 'a|b & c', 'C:\\new folder\\', ''])).toBe(
    'npm test -- --grep "a|b & c" "C:\\new folder\\\\" ""',
  )
  for (const word of ['a"&calc&"', '%PATH%', '!x!', 'a\nb', 'a\0'])
    expect(() => windowsLine(['npm', word])).toThrow('cannot be passed to the command')
})
