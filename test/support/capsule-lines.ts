/** Creates test capsules: records real calls, then edits lines. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fileStore } from '../../src/apps/capsules/files.ts'
import { beginRecording, endRecording } from '../../src/control/recordings.ts'
import { startSimulator } from '../../src/index.ts'
import type { Client } from '../../src/service/areas/client.ts'
import { published, recipient, sender } from './file-transfers.ts'
import { orderTo, toEmail, ttd } from './orders.ts'
import { start } from './standin.ts'

export type AnyLine = Record<string, unknown>

export const linesOf = (file: string): AnyLine[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export const writeLines = (file: string, lines: readonly unknown[]): void =>
  writeFileSync(file, gzipSync(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')))

/** Records the calls that `act` makes into a capsule with this name. `url`: the server's URL, for calls without the client. */
export async function recordCalls(folder: string, name: string, act: (client: Client, url: string) => Promise<void>): Promise<string> {
  const { simulator, url, close } = await startSimulator({ port: 0, clock: 'frozen', now: Date.parse(start) })
  const file = join(folder, name)
  await beginRecording(simulator, { store: fileStore(file) })
  await act(simulator.knobs('default').client(), url)
  await endRecording(simulator)
  await close()
  return file
}

/** Creates an order, reads it, and transfers a small file. */
export const recordSmall = (folder: string, name = 'small.capsule'): Promise<string> =>
  recordCalls(folder, name, async (client, url) => {
    const { body } = await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail()) })
    await client.call('notifications.getShipment', { as: ttd, params: { id: body.notification.shipmentId } })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${url}/_standin/clock/advance`, { method: 'POST', headers, body: '{"by":"PT1M"}' })
    const fileTransferId = await published(client, { content: 'one\ntwo' })
    await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })
    await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  })

/** Returns the file's lines, with the first line for this event changed. */
export function changed(file: string, event: string, change: (line: AnyLine) => AnyLine | string): unknown[] {
  const lines: (AnyLine | string)[] = linesOf(file)
  const at = lines.findIndex((line) => typeof line === 'object' && line.event === event)
  if (at < 0) throw new Error(`The capsule has no line ${event}.`)
  return lines.with(at, change(lines[at] as AnyLine))
}
