/** Finds pacts in files and folders and reads their interactions. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Misuse } from '../misuse.ts'

export interface Interaction {
  readonly consumer: string
  readonly description: string
  /** The sentences of its provider states. */
  readonly given: readonly string[]
}

export interface PactFile {
  readonly path: string
  readonly provider: string
  readonly interactions: readonly Interaction[]
}

const party = z.object({ name: z.string() })
const interaction = z.object({
  type: z.literal('Synchronous/HTTP').optional(),
  description: z.string(),
  providerStates: z.array(z.object({ name: z.string() })).optional(),
  /** In version 2 of the format. */
  providerState: z.string().nullish(),
})
const pact = z.object({ consumer: party, provider: party, interactions: z.array(interaction).min(1) })

/** Reads the pacts of one provider or of all. Throws {@link Misuse} if there are none: an empty run proves nothing. */
export function readPacts(places: readonly string[], provider?: string): PactFile[] {
  const files = places.flatMap(filesOf).map(readPact)
  const where = places.join(', ') || 'an empty list of places'
  if (files.length === 0) throw new Misuse(`There is no pact in ${where}.`)
  const wanted = files.filter((file) => provider === undefined || file.provider === provider)
  if (wanted.length > 0) return wanted
  const others = [...new Set(files.map((file) => file.provider))]
  throw new Misuse(`There is no pact of the provider ${provider} in ${where}.`, others)
}

function filesOf(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) throw new Misuse(`${place} does not exist.`)
  if (!found.isDirectory()) return [place]
  return readdirSync(place)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(place, name))
}

function readPact(path: string): PactFile {
  const read = pact.safeParse(parse(path))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Misuse(`${path} is not a pact of HTTP interactions: ${[...(issue?.path ?? []), issue?.message].join(' ')}.`)
  }
  const { consumer, provider, interactions } = read.data
  return {
    path,
    provider: provider.name,
    interactions: interactions.map(({ description, providerState, providerStates }) => ({
      consumer: consumer.name,
      description,
      given: providerStates?.map(({ name }) => name) ?? (providerState ? [providerState] : []),
    })),
  }
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (thrown) {
    throw new Misuse(`${path} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}.`)
  }
}
