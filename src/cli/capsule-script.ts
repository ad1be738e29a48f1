/** Makes the test of a capsule, and tries its calls first: what they do not repeat is not expected. */
import { basename, dirname, join } from 'node:path'
import { frontDoor } from '../control/serving/front-door.ts'
import { addressOf } from '../engine/address.ts'
import type { Simulator } from '../knobs.ts'
import { createSimulator } from '../on-node.ts'
import { readCapsuleFile, storedWith } from '../record/capsule/files.ts'
import { markOf } from '../record/capsule/marks.ts'
import type { CallNumber, Capsule } from '../record/capsule/read-capsule.ts'
import { startsOf, stoodStill } from '../record/capsule/replay/replay.ts'
import { createValues, type Values } from '../record/capsule/replay/values.ts'
import { identityOf } from '../record/capsule/script/another-client.ts'
import { curlText } from '../record/capsule/script/curl-text.ts'
import { type LeftOut, stepsOf } from '../record/capsule/script/steps.ts'
import { type OtherServer, recordedBases, takeSteps } from '../record/capsule/script/take-steps.ts'
import { vitestText } from '../record/capsule/script/vitest-text.ts'
import { type Script, startFile, titleOf, worldIn, worldsOf } from '../record/capsule/script/wording.ts'
import type { SimulatorOptions } from '../simulator.ts'
import { createFetchHandler } from '../wire/http/fetch.ts'
import { partsFor } from './replay-file.ts'
import { bodyFiles, scriptServer } from './script-server.ts'
import type { FileBelow } from './whole-file.ts'

interface Wanted {
  readonly until: CallNumber | undefined
  /** Bytes of text of the largest capsule. */
  readonly most: number
  /** The file of the test. */
  readonly out: string | undefined
}

export interface MadeScript {
  readonly script: Script
  readonly files: readonly FileBelow[]
  readonly leftOut: readonly LeftOut[]
  /** The calls that are not answered as in the recording, when they are made one after the other. */
  readonly others: readonly string[]
}

/** Characters of the largest document that stands in the test. */
const mostStart = 3_000
const origin = 'http://standin.test'

export async function scriptFor(file: string, { until, out, most }: Wanted): Promise<MadeScript> {
  const capsule = await readCapsuleFile(file, most)
  const title = basename(out ?? file).replace(/\.(?:test\.ts|spec\.ts|ts|capsule)$/, '')
  const name =
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'capsule'
  const base = join(dirname(out ?? file), name)
  const values = createValues(capsule)
  const { restore, settings } = values
  const recorded = new Set(stepsOf(capsule, until).steps.map(({ world }) => world))
  const worlds = worldsOf(name, recorded)
  const starts = await startsOf(capsule, recorded, partsFor(file))
  const started = await scriptServer(capsule, values, name, createSimulator().inside.fixtures)
  const simulator = createSimulator({
    ...settings(),
    // Nothing that a capsule names is called here.
    outbound: 'off',
    trustIssuers: await values.trustIssuers(),
    fixtures: capsule.head.fixtures as unknown as SimulatorOptions['fixtures'],
  })
  const given = await tokensOfOthers(capsule, values, simulator)
  if (Object.keys(capsule.head.scenarios).length > 0) await simulator.overlay(capsule.head.scenarios)
  const options = {
    server: await serverOf(simulator, (world) => worldIn({ name, worlds }, world), capsule, starts),
    ...storedWith(file),
    until,
    given,
  }
  const { taken, leftOut, plan } = await takeSteps(capsule, options).finally(simulator.close)
  const bodies = await bodyFiles(capsule, file, plan.steps, name, restore)
  const large = [...starts].filter(([, start]) => JSON.stringify(start).length > mostStart)
  const script: Script = {
    name,
    worlds,
    capsule: basename(file),
    command: started.command,
    taken,
    plan,
    starts: new Map([...starts].map(([world, start]) => [world, large.some(([each]) => each === world) ? null : start])),
    trust: capsule.trust,
    given,
    bases: [...recorded].flatMap((world) => recordedBases(capsule, world)).toSorted((one, other) => other.length - one.length),
    hasSameTimes: stoodStill(capsule),
    restore,
    files: new Map(bodies.map(({ step, file: path }) => [step, path])),
  }
  return {
    script,
    files: [
      { path: out ?? `${base}.test.ts`, content: vitestText(script) },
      { path: `${base}.sh`, content: curlText(script), isCommand: true },
      ...large.map(([world, start]) => ({ path: join(dirname(base), startFile(script, world)), content: JSON.stringify(start) })),
      ...bodies.map(({ file: path, bytes }) => ({ path: join(dirname(base), path), content: bytes })),
      ...started.files.map(({ path, content }) => ({ path: join(dirname(base), path), content })),
    ],
    leftOut,
    others: taken.filter(({ differences }) => differences.length > 0).map(titleOf),
  }
}

/** The tokens of issuers that the recording trusted besides Standin: a script cannot sign them itself. */
async function tokensOfOthers({ head, lines, trust }: Capsule, { mint, restore }: Values, { inside: { keys } }: Simulator) {
  const tokens = new Map<number, string>()
  for (const line of lines) {
    if (line.event !== 'token' || trust.get(line.token) !== 'other') continue
    await mint(line, keys)
    tokens.set(line.token, restore(markOf(head.mark, 'token', line.token)))
  }
  return tokens
}

/** A fresh simulator, whose worlds begin as those of the capsule. */
async function serverOf(
  simulator: Simulator,
  nameFor: (world: string) => string,
  capsule: Capsule,
  starts: ReadonlyMap<string, object>,
): Promise<OtherServer> {
  const send = createFetchHandler(frontDoor(simulator))
  for (const [world, start] of starts) await simulator.knobs(nameFor(world)).restore(start)
  const at = (world: string) => simulator.knobs(nameFor(world))
  return {
    base: (world) => addressOf(origin, nameFor(world)),
    hasControls: true,
    hasSameTimes: stoodStill(capsule),
    send(request) {
      return send(request)
    },
    token: async (claims, world) => (await at(world).token(identityOf(claims), addressOf(origin, nameFor(world)))).token,
    async pass(world, milliseconds) {
      await at(world).advance({ by: milliseconds })
    },
  }
}
