/** Records what a consumer does, and writes its pact when the server has stopped. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { recordedProvider } from '../control/recording/record-pact.ts'
import type { Simulator } from '../knobs.ts'
import type { Io } from './io.ts'
import { placeBelow, writeBelow } from './whole-file.ts'

/** Returns what writes the pact, and says where it is and which calls it leaves out. A file from before is named at once, and replaced. */
export function recorded(consumer: string, simulator: Pick<Simulator, 'recordPact'>, { folder, stderr }: Io): () => Promise<void> {
  const recording = simulator.recordPact({ consumer, provider: recordedProvider })
  const file = pactFile(consumer)
  const exists = () => existsSync(resolve(folder, file))
  if (exists()) stderr.say(`${file} exists. It is replaced when Standin stops.`)
  return async () => {
    const { pact, leftOut } = await recording.pact()
    const { interactions } = pact
    const said = leftOut.map(({ call, why }) => `Left out: ${call}: ${why}.`)
    if (interactions.length === 0) {
      stderr.say([...said, 'No call can be in a contract, so no pact was written.'])
      return
    }
    const done = exists() ? 'Replaced' : 'Wrote'
    writeBelow(folder, [{ path: file, content: `${JSON.stringify(pact, null, 2)}\n` }], true)
    stderr.say([...said, `${done} ${file}: ${interactions.length} interactions.`])
  }
}

const pactFile = (consumer: string) => join('pacts', `${[consumer, recordedProvider].map(fileName).join('-')}.json`)

/** Throws {@link Misuse} where a link is in the way of the pact. */
export const demandPactPlace = (consumer: string, folder: string) => void placeBelow(resolve(folder), pactFile(consumer), true)

const fileName = (text: string) => text.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '')
