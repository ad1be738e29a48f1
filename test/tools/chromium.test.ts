/** Looks for a Chromium in PATH. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium } from '../../tools/chromium.ts'

function folderWith(...programs: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-chromium-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of programs) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

test('the first Chromium in PATH is taken, and Chrome where there is none', () => {
  const [chrome, both] = [folderWith('google-chrome'), folderWith('google-chrome', 'chromium')]

  expect(findChromium({ PATH: chrome })).toBe(join(chrome, 'google-chrome'))
  expect(findChromium({ PATH: [chrome, both].join(delimiter) })).toBe(join(both, 'chromium'))
  expect(findChromium({ PATH: folderWith() })).toBeUndefined()
  expect(findChromium({})).toBeUndefined()
})

test('STANDIN_CHROMIUM names another', () => {
  expect(findChromium({ PATH: folderWith('chromium'), STANDIN_CHROMIUM: '/opt/chrome' })).toBe('/opt/chrome')
})
