/** Records what a consumer does, and writes its pact when the server has stopped. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Simulator } from '../simulator.ts'
import type { Io } from './io.ts'

/** Returns what writes the pact, and says where it is and which calls it leaves out. */
export function recorded(consumer: string, simulator: Pick<Simulator, 'recordPact'>, { folder, stderr }: Io): () => Promise<void> {
  const recording = simulator.recordPact({ consumer })
  return async () => {
    const { pact, leftOut } = await recording.pact()
    const { provider, interactions } = pact
    const said = leftOut.map(({ call, why }) => `Left out: ${call}: ${why}.\n`).join('')
    if (interactions.length === 0) {
      stderr.write(`${said}No pact was written: there is no interaction for it.\n`)
      return
    }
    const file = join('pacts', `${[consumer, provider.name].map(fileName).join('-')}.json`)
    mkdirSync(resolve(folder, 'pacts'), { recursive: true })
    writeFileSync(resolve(folder, file), `${JSON.stringify(pact, null, 2)}\n`)
    stderr.write(`${said}Wrote ${file}: ${interactions.length} interactions.\n`)
  }
}

const fileName = (text: string) => text.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '')
