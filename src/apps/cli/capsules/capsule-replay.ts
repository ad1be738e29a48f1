/** `standin capsules replay`: repeats the recorded calls in a new simulator, and compares every reply. */

import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Misuse } from '../../../service/wire/misuse.ts'
import type { Replayed } from '../../capsules/replay.ts'
import { tokenCommandHelp } from '../contracts/token-command.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import { address, bare, many, option, optional, quoted, required, someText, wholeNumber } from '../frame/option.ts'
import { counted, print } from '../frame/print.ts'
import { adminToken, json } from '../frame/remote.ts'
import type { Against } from './capsule-against.ts'
import { callNumber, countedCalls, maxCapsule } from './capsule-show.ts'

/** Exit codes: unreadable capsule, and inconclusive because calls were interleaved. */
const [unreadable, unclaimed] = [2, 3]

export const replay = defineCommand({
  name: 'replay',
  summary: 'Replay a capsule in a new simulator, and compare every reply',
  options: {
    file: required('The capsule, or a folder of capsules'),
    until: optional('Stop before this call (its number, or world/number), and serve the simulator in that state', callNumber),
    against: optional('The URL of another server to call instead of a new simulator; the calls have real effects there', address),
    allowHost: bare('Allow another machine in --against'),
    header: many(optional('A header for every call to --against, such as "ocp-apim-subscription-key: 1234"; can be repeated', someText)),
    tokenCommand: optional(`With --against: ${tokenCommandHelp}`, someText),
    adminToken,
    maxCapsule,
    port: option('The port to serve it on; 0 for any free port', wholeNumber(0, 65_535), 0),
    json,
  },
  examples: [
    ['standin capsules replay bug.capsule', 'Exit code 1 at the first difference, or 3 if inconclusive'],
    ['standin capsules replay capsules', 'All capsules in a folder'],
    ['standin capsules replay bug.capsule --until 12', 'Serve the worlds as they were when call 12 arrived'],
    ['standin capsules replay bug.capsule --against http://127.0.0.1:4301', 'Make the calls there, and list the differences'],
  ],
  async run({ values, io }) {
    const files = capsulesAt(resolve(io.folder, values.file))
    const { until, against } = values
    if (against !== undefined) return compareWith({ ...values, url: against }, files, io)
    if (until) {
      const [file = '', other] = files
      if (other !== undefined) throw new Misuse('--until needs a single capsule, not a folder.')
      const { serveUntil } = await import('./replay-file.ts')
      return serveUntil({ file, until, port: values.port, json: values.json, most: values.maxCapsule }, io)
    }
    const { replayFile } = await import('./replay-file.ts')
    let worst = 0
    for (const file of files) {
      const result = await withProgress(io, { does: `Replaying ${basename(file)}` }, () => replayFile(file, values.maxCapsule)).catch(
        (thrown: unknown) => notReplayed(thrown, files, io),
      )
      if (!result) {
        worst = unreadable
        continue
      }
      const { simulator, torn, ...replayed } = result
      simulator.close()
      if (replayed.difference && worst !== 1 && worst !== unreadable) worst = replayed.disorder === undefined ? 1 : unclaimed
      print(io, values, { file, torn, ...replayed }, () => told(basename(file), replayed, torn))
    }
    return worst
  },
})

/**
 * Prints a {@link Misuse} if there are several files, so that the other files are still replayed. Rethrows the error in all other cases.
 */
function notReplayed(thrown: unknown, files: readonly string[], io: Io): undefined {
  if (!(thrown instanceof Misuse) || files.length < 2) throw thrown
  io.stderr.say(`standin: ${thrown.message}`.split('\n'))
}

interface Comparing extends Pick<Against, 'url' | 'allowHost' | 'adminToken' | 'tokenCommand' | 'maxCapsule'> {
  readonly header: string | undefined
  readonly json: boolean
}

async function compareWith({ header, ...options }: Comparing, files: readonly string[], io: Io): Promise<number> {
  const { againstText, replayAgainst } = await import('./capsule-against.ts')
  const headers = (header?.split('\n') ?? []).map(headerLine)
  let worst = 0
  for (const file of files) {
    const compared = await withProgress(io, { does: `Sending the calls in ${basename(file)} to ${options.url}` }, () =>
      replayAgainst({ ...options, file, headers }, io),
    ).catch((thrown: unknown) => notReplayed(thrown, files, io))
    if (!compared) {
      worst = unreadable
      continue
    }
    if (worst !== unreadable && compared.same < compared.calls) worst = 1
    print(io, options, compared, () => [...(files.length > 1 ? [basename(file)] : []), ...againstText(compared)])
  }
  return worst
}

function headerLine(text: string): readonly [name: string, value: string] {
  const [name = '', ...value] = text.split(':')
  if (!/^[\w-]+$/.test(name.trim()) || value.length === 0) throw new Misuse(`--header is ${quoted(text)}. Use "name: value".`)
  return [name.trim(), value.join(':').trim()]
}

/** Returns a folder's `.capsule` files, which may be next to tests. If there are none, returns all files that are not hidden. */
function capsulesAt(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new Misuse(`File not found: ${path}.`)
  if (!stats.isDirectory()) return [path]
  const files = readdirSync(path, { withFileTypes: true }).filter(
    (each) => each.isFile() && !each.name.startsWith('.') && !each.name.endsWith('.part'),
  )
  if (files.length === 0) throw new Misuse(`The folder ${path} contains no capsules.`)
  const named = files.filter(({ name }) => name.endsWith('.capsule'))
  return (named.length > 0 ? named : files).map(({ name }) => join(path, name)).toSorted()
}

function told(name: string, { difference, disorder, ...counts }: Omit<Replayed, 'simulator'>, torn: boolean): string[] {
  const { same, calls } = counts
  const end = torn ? ' The recording was interrupted; its complete lines were replayed.' : ''
  if (!difference) {
    const note = disorder === undefined ? '' : ` Some were interleaved: ${disorder}.`
    return [`${name}: ${sameText(counts)}.${note}${end}`]
  }
  const { call, where, expected, got } = difference
  const head = `${name}: ${same} of ${counted(calls, 'call')} got the same reply`
  const values = [`  ${where}`, `    expected ${JSON.stringify(expected)}`, `    got      ${JSON.stringify(got)}`]
  if (disorder === undefined) return [`${head}, then a difference in ${call}`, ...values, ...(torn ? [end.trim()] : [])]
  const why = `The rest is inconclusive, because calls were interleaved in a way that cannot be reproduced: ${disorder}.`
  return [`${head}. ${why} The first difference after that: ${call}`, ...values]
}

function sameText({ same, notCompared, ...counts }: Pick<Replayed, 'same' | 'notCompared' | 'calls' | 'controlCalls'>): string {
  if (notCompared === 0) return `${countedCalls(counts)}: all replies are the same`
  const why = `the other ${notCompared === 1 ? 'one has' : `${notCompared} have`} no reply that a client received`
  return `${countedCalls(counts)}: ${same} got the same reply, ${why}`
}
