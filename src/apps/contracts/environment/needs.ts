/** Determines what interactions require from an environment: areas, callers, resources and recipients. */

import type { Simulator } from '../../../control/simulator.ts'
import { createSimulator } from '../../../hosts/on-node.ts'
import { recipientsIn } from '../../../real/bodies.ts'
import { type CallerName, callerNames, callerOf, namedCallers, standsInFor } from '../../../real/callers.ts'
import type { EnvironmentFile } from '../../../real/environment-file.ts'
import { targetOf } from '../../../real/target.ts'
import { areaName } from '../../../service/areas/areas.ts'
import type { Client, ClientInput, Identity } from '../../../service/areas/client.ts'
import { fixturesOf } from '../../../service/areas/resources/records.ts'
import { arrange, givens } from '../../../service/failures/givens.ts'
import { Misuse, misuseOfAll } from '../../../service/wire/misuse.ts'
import { getOrStart } from '../../../service/wire/when-needed.ts'
import type { WrittenInteraction } from '../verifying/pact-files.ts'
import { textsOf } from './meaning.ts'

/** A member of the environment file, such as `callers.sender`. */
type Need = string

/** Sets up the interactions' states in a simulator to determine what the states require. */
export async function needsOfAll(
  file: EnvironmentFile,
  interactions: readonly WrittenInteraction[],
): Promise<ReadonlyMap<WrittenInteraction, ReadonlySet<Need>>> {
  const simulator = createSimulator({ clock: 'frozen', rateLimits: 'off' })
  // Calls for other resources are refused.
  const usable = fixturesOf(simulator.world).resources.filter(({ registered, configured }) => registered !== false && configured !== false)
  const resources = usable.map(({ id }) => id)
  const ofStates = needsOfStates(simulator, resources)
  const all = new Map<WrittenInteraction, ReadonlySet<Need>>()
  try {
    for (const interaction of interactions)
      all.set(interaction, new Set([...needsOf(interaction, resources), ...(await ofStates.of(interaction, file))]))
    return all
  } finally {
    simulator.close()
  }
}

/** Returns a reason if two callers map to the same organization, because that would change the interaction's meaning. */
export function sameCaller({ callers }: EnvironmentFile, needs: ReadonlySet<Need> = new Set()): string | undefined {
  const named = callerNames.filter((name) => name !== 'subscriber' && needs.has(`callers.${name}`))
  for (const [at, name] of named.entries()) {
    const orgNo = callers[name]?.orgNo
    const other = named.slice(at + 1).find((each) => orgNo !== undefined && callers[each]?.orgNo === orgNo)
    if (other) return `its callers ${name} and ${other} both map to ${orgNo}`
  }
  return undefined
}

/** Throws a {@link Misuse} that lists every setting missing from the file, and the consumers that need it. */
export function demandAll(file: EnvironmentFile, needs: ReadonlyMap<WrittenInteraction, ReadonlySet<Need>>): void {
  const lacking = new Map<Need, WrittenInteraction[]>()
  for (const [interaction, all] of needs)
    for (const need of all) if (!has(file, need)) lacking.set(need, [...(lacking.get(need) ?? []), interaction])
  if (lacking.size === 0) return
  const lines = [...lacking].map(([need, all]) => {
    const consumers = [...new Set(all.map(({ consumer }) => consumer))].join(', ')
    return `${need}: ${all.length === 1 ? `1 interaction from ${consumers} needs it.` : `${all.length} interactions from ${consumers} need it.`}`
  })
  throw misuseOfAll([
    new Misuse(`${file.name} does not contain all settings that the contracts need. Add them, or skip the states that need them.`),
    ...lines.map((line) => new Misuse(line)),
  ])
}

function has({ addresses, callers, resources, recipients }: EnvironmentFile, need: Need): boolean {
  const [member = '', name = ''] = need.split(/\.(.*)/s, 2)
  const members: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { addresses, callers, resources, recipients }
  const isThere = (each: string) => Object.hasOwn(members[member] ?? {}, each) && members[member]?.[each] !== undefined
  return isThere(name) || (member === 'callers' && isThere(standsInFor[name as CallerName] ?? name))
}

/** Returns a request's requirements, even if the request should be refused, because a broken implementation might send messages. */
function needsOf({ written, kind }: WrittenInteraction, resources: readonly string[]): Need[] {
  if (kind === 'message') return ['addresses.events', 'callers.subscriber']
  const { request } = written as { request?: { path?: unknown; body?: unknown } }
  const area = `addresses.${targetOf(typeof request?.path === 'string' ? request.path : '').area}`
  const texts = [...textsOf({ request })].map(({ text }) => text)
  const recipients = recipientsIn(request?.body).map((each) => `recipients.${each}`)
  return [area, ...texts.flatMap((text) => needsOfText(text, resources)), ...recipients]
}

function needsOfText(text: string, resources: readonly string[]): Need[] {
  const word = text.slice(text.lastIndexOf(':') + 1)
  const caller = callerNames.find((name) => name !== 'subscriber' && namedCallers[name].here.orgNo === word)
  return [...(caller ? [`callers.${caller}`] : []), ...(resources.includes(word) ? [`resources.${word}`] : [])]
}

/** Sets up each state once, and derives the requirements from the calls made. */
function needsOfStates(simulator: Simulator, resources: readonly string[]) {
  const known = new Map<string, Promise<readonly Need[]>>()

  async function find(state: string, params: Readonly<Record<string, unknown>>): Promise<readonly Need[]> {
    const needs = new Set<Need>()
    const noteCaller = (as: Identity | null | undefined) => {
      const name = as && callerOf(as)
      if (name) needs.add(`callers.${name}`)
    }
    function note(id: string, { as, body, params: named }: ClientInput): void {
      noteCaller(as)
      const area = areaName(id)
      needs.add(`addresses.${area === 'resumableUpload' || area === 'resources' ? 'fileTransfer' : area}`)
      for (const recipient of recipientsIn(body)) needs.add(`recipients.${recipient}`)
      for (const { text } of textsOf({ request: { body, named } })) for (const need of needsOfText(text, resources)) needs.add(need)
    }
    const inner = simulator.client()
    const client: Client = {
      call(id, input = {}) {
        note(id, input as ClientInput)
        return inner.call(id, input)
      },
      open(id, input = {}) {
        note(id, input as ClientInput)
        return inner.open(id, input)
      },
      until(id, input, isExpected) {
        note(id, input as ClientInput)
        return inner.until(id, input, isExpected)
      },
      token(as) {
        noteCaller(as)
        return inner.token(as)
      },
    }
    await arrange(client, state, params).catch(() => {})
    simulator.reset()
    return [...needs]
  }
  return {
    async of({ states }: WrittenInteraction, { states: commands }: EnvironmentFile): Promise<readonly Need[]> {
      const all: Need[] = []
      for (const { name, params } of states) {
        const given = givens.find(({ sentence }) => sentence === name)
        if (name === '' || !given || given.usesKnobs || name in commands) continue
        all.push(...(await getOrStart(known, `${name} ${JSON.stringify(params)}`, () => find(name, params))))
      }
      return all
    },
  }
}
