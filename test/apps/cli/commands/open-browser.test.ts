/** Opening an address in the browser of the user. */
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openInBrowser } from '../../../../src/apps/cli/commands/compare-show.ts'
import { folderWith } from '../../../support/folder.ts'

const url = 'http://127.0.0.1:4300/_standin/#/compare'

/** A folder with a program that writes its arguments into a file beside it. */
function programs() {
  const folder = folderWith({ 'xdg-open': '#!/bin/sh\necho "$@" > "$(dirname "$0")/opened"\n' })
  chmodSync(join(folder, 'xdg-open'), 0o755)
  return { opened: join(folder, 'opened'), env: { PATH: `${folder}:/usr/bin:/bin` } }
}

test.skipIf(process.platform === 'win32')('the browser opens the address, where there is a screen', async () => {
  const { opened, env } = programs()
  openInBrowser(url, env, 'linux')
  openInBrowser(url, { ...env, DISPLAY: ':0' }, 'linux')

  await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`${url}\n`)
})

test('a machine without a browser is no failure', () => {
  expect(() => openInBrowser(url, { PATH: '/nowhere', DISPLAY: ':0' }, 'linux')).not.toThrow()
})
