/** A capsule is text, never code: what clients sent, and what somebody wrote into the file by hand. */
import { execFile } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { recordCalls } from '../support/capsule-lines.ts'
import { folderWith, run, startProcess } from '../support/command-line.ts'
import { recipient, request, sender } from '../support/file-transfers.ts'
import { markName } from '../support/hostile-strings.ts'

const pathOf = (place: string) => fileURLToPath(new URL(place, import.meta.url))

async function freshServer(): Promise<string> {
  const { line } = startProcess(['--json'])
  return JSON.parse(await line()).url
}

/** What a program says, wherever it ends. */
const ran = (file: string, args: readonly string[], folder: string, url: string) => {
  const { VITEST: _, ...own } = process.env
  return promisify(execFile)(file, args, { cwd: folder, env: { ...own, STANDIN_URL: url, CI: '' } })
}
const marksIn = (folder: string) => readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(markName))

test('names that a client chose do nothing in a script, nor in a test for Vitest', { timeout: 120_000 }, async () => {
  const folder = folderWith()
  symlinkSync(pathOf('../../node_modules'), join(folder, 'node_modules'), 'dir')
  const names = [
    `a;touch ${markName}`,
    `$(touch ${markName})`,
    `k'+require("fs").writeFileSync("${markName}","")+'`,
    `x/;e touch ${markName};#`,
    'PATH',
    'IFS',
    'class',
    '__proto__',
    'expression',
    'reply',
  ]
  await recordCalls(folder, 'm.capsule', async (client) => {
    for (const [nth, name] of names.entries()) {
      const propertyList = Object.fromEntries([[name, String(777 + nth)]])
      const body = { ...request, propertyList, recipients: [`0192:${recipient.orgNo}`] }
      const reply = await client.call('fileTransfer.initialize', { as: sender, body })
      await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: reply.body.fileTransferId } })
      await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: String(777 + nth) } })
    }
  })
  expect(await run(['capsule', 'to-test', 'm.capsule'], { folder })).toMatchObject({ code: 0, err: '' })

  const url = await freshServer()
  expect((await ran('sh', ['m.sh'], folder, url)).stdout).toBe('m: each call was answered as in the capsule.\n')
  const vitest = [pathOf('../../node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  expect((await ran(process.execPath, vitest, folder, url)).stdout).toContain('1 passed')
  expect(marksIn(folder)).toEqual([])
})
