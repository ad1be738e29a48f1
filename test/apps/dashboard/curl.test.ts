/** A call that a tester copies from the page into a shell: what the client sent is text there. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { tester, visit } from '../../support/dashboard.ts'
import { folderWith } from '../../support/folder.ts'
import { hostileStrings, markName } from '../../support/hostile-strings.ts'

/** Writes down what it is called with. */
const curl = '#!/bin/sh\nprintf \'%s\\n\' "$@" > said\n'

tester('a tester copies a call of a hostile client as curl, and nothing of it runs', async ({ url, simulator }) => {
  const { token } = await simulator.token({ orgNo: '347147753' })
  const hostile = hostileStrings().filter((text) => text.isWellFormed())
  const body = JSON.stringify({ ...Object.fromEntries(hostile.map((text) => [text, text])), raw: 1 }).replaceAll('\\n', '\n')
  const odd = hostile.filter((text) => /^[\x21-\x7e ]+$/.test(text) && text.trim() === text && text !== '')
  const query = new URLSearchParams(odd.map((text) => [text, text]))
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...Object.fromEntries(odd.map((text, nth) => [`x-odd-${nth}`, text])),
  }
  await fetch(`${url}/broker/api/v1/filetransfer?${query}&raw='$(touch ${markName})'`, { method: 'POST', headers, body })

  const page = await visit(url, '#/calls/1', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'curl' }).click()
  await page.getByText('Copied the call as curl.').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())

  const folder = folderWith({ 'call.sh': copied })
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'curl'), curl)
  chmodSync(join(folder, 'bin', 'curl'), 0o755)
  execFileSync('sh', ['call.sh'], { cwd: folder, env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, TOKEN: '"$(exit 3)' } })

  const said = readFileSync(join(folder, 'said'), 'utf8')
  expect(existsSync(join(folder, markName))).toBe(false)
  for (const [nth, text] of odd.entries()) expect(said).toContain(`\nx-odd-${nth}: ${text}\n`)
  expect(said).toContain('\nAuthorization: Bearer "$(exit 3)\n')
  expect(said).toContain(`\n--data-raw\n${body}\n`)
})
