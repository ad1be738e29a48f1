/** Serves the worlds of a capsule as they were at its start. */

import { startServer } from '../hosts/server.ts'
import { readCapsuleFile } from '../record/capsule/files.ts'
import { goLive, openReplay } from '../record/capsule/replay/replay.ts'
import { partsFor } from './replay-file.ts'

export async function serveStart(file: string, most: number): Promise<{ readonly url: string; close(): Promise<void> }> {
  const scene = await openReplay(await readCapsuleFile(file, most), partsFor(file))
  const { simulator, carrier } = scene
  goLive(scene, 'as recorded')
  const server = await startServer({ carrier, port: 0, host: '127.0.0.1', closing: simulator.endStreams })
  return { url: server.url, close: () => server.close().finally(() => simulator.close()) }
}
