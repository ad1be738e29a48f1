/** The keys of Maskinporten, and what the rows that publish keys share. Source: authentication §1.5, §3, §4. */
import type { SigningAlgorithm } from '../../tokens/read-token.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/vocabulary.ts'
import { type Context, defineOperation } from '../operation.ts'
import { keySet } from './rules/token-request.ts'

interface KeySet {
  readonly alg: SigningAlgorithm
  /** Whether each key says which algorithm it is for. The keys of the platform do not. */
  readonly named: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** The generator names no charset. */
export const plainJson = { 'content-type': 'application/json' }

const replies = { 200: reply.json(keySet) }

/** What the rows share that publish something for anyone. */
export const published = {
  method: 'GET',
  access: anyone,
  dependsOn: [],
  request: {},
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({}) },
} as const

/** The facts and the behaviour of a row with keys, without its name and place. */
export const keySetRow = ({ alg, named, headers }: KeySet) =>
  ({
    ...published,
    asks: ['keys'],
    replies,

    async handle(_: unknown, { keys, reply: answer }: Context<typeof replies, never, never>) {
      const { keys: all } = await keys.jwks(alg)
      return answer(200, keySet.parse({ keys: named ? all.map((key) => ({ ...key, alg })) : all }), headers)
    },
  }) as const

export const getKeys = defineOperation({
  id: 'authentication.getKeys',
  path: '/jwk',
  summary: 'The public keys of Maskinporten',
  ...keySetRow({ alg: 'RS256', named: true }),
})
