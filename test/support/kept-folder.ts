/** Creates a simulator in this process with a data folder. */
import { onTestFinished } from 'vitest'
import type { SimulatorOptions } from '../../src/control/create-simulator.ts'
import { type FolderOptions, openFolder } from '../../src/persistence/sqlite/open-folder.ts'
import { nodePlatform } from '../../src/platform/node.ts'
import { createKeys } from '../../src/service/tokens/keys.ts'
import type { Platform } from '../../src/service/world/platform.ts'
import { orderTo, toEmail, ttd } from './orders.ts'
import { standin } from './standin.ts'

export type Kept = Awaited<ReturnType<typeof keptIn>>

interface Wanted extends Pick<FolderOptions, 'sync' | 'readAtStart' | 'idleWorlds' | 'worldTtl' | 'patience'> {
  readonly settings?: Partial<SimulatorOptions>
  /** Returns the machine's time, in milliseconds since 1970. */
  readonly now?: () => number
  readonly platform?: Partial<Platform>
}

/** Opens a folder, and collects the messages about it. */
export async function openIn(folder: string, { now, platform, sync, readAtStart, idleWorlds, worldTtl, patience = 0 }: Wanted = {}) {
  const told: string[] = []
  const machine = { ...nodePlatform(), ...platform, ...(now && { now }) }
  const opened = await openFolder({
    folder,
    version: '0.0.0',
    platform: machine,
    tell: (text) => void told.push(text),
    sync,
    readAtStart,
    idleWorlds,
    worldTtl,
    patience,
  })
  onTestFinished(opened.close)
  return { opened, told }
}

/** Creates a simulator with this data folder. `close`: has the same effect as the end of the process. */
export async function keptIn(folder: string, wanted: Wanted = {}) {
  const { opened, told } = await openIn(folder, wanted)
  const { worldStore, keySource, platform } = opened
  const keys = createKeys({ source: keySource, verifySignature: platform.verifySignature })
  const here = standin({ ...wanted.settings, platform, worldStore, keys })
  opened.begin()
  function close(): void {
    here.simulator.close()
    void opened.close()
  }
  /** Resolves once all commits are stored. */
  const isKept = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return { ...here, opened, told, close, isKept, folder }
}

/** Places orders, each in its own turn of the event loop. */
export async function orders({ client, isKept }: Kept, count: number, name = 'order'): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    await client.call('notifications.createOrder', { as: ttd, body: orderTo(toEmail(), { idempotencyId: `${name}-${nth}` }) })
    await isKept()
  }
}
