/** Records random sessions as capsules. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileStore } from '../../src/apps/capsules/files.ts'
import { beginRecording, endRecording } from '../../src/control/recordings.ts'
import { startSimulator } from '../../src/index.ts'
import type { Platform } from '../../src/service/world/platform.ts'
import { randomSession } from './random-session.ts'
import { start } from './standin.ts'

const subscriptionKey = 'the-subscription-key'
const generatorUser = 'generator:generator-password'
const adminToken = 'the-admin-token'

/**
 * Writes the capsule `session-<seed>.capsule` to a folder. Returns all of the session's secrets. The clock runs in sessions with an even
 * seed. `lastly`: makes the last calls. `platform`: the machine.
 */
export async function recordSession(
  folder: string,
  seed: number,
  {
    steps = 60,
    lastly = async () => {},
    platform,
  }: { readonly steps?: number; readonly lastly?: (url: string) => Promise<void>; readonly platform?: Platform } = {},
): Promise<string[]> {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"sendNotification":true}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const isFrozen = seed % 2 === 1
  const { simulator, url, close } = await startSimulator({
    port: 0,
    clock: isFrozen ? 'frozen' : 'real',
    ...(isFrozen && { now: Date.parse(start) }),
    rateLimits: 'current',
    ...(seed % 3 === 0 && { requireSubscriptionKey: subscriptionKey }),
    generatorUser,
    adminToken,
    ...(platform && { platform }),
  })
  await beginRecording(simulator, { store: fileStore(join(folder, `session-${seed}.capsule`)) })
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const secrets = await randomSession({ url, seed, steps, webhook, subscriptionKey, generatorUser, adminToken })
  await lastly(url)
  await close()
  await endRecording(simulator)
  receiver.closeAllConnections()
  receiver.close()
  return secrets
}
