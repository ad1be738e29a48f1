/** Returns Maskinporten's public keys; also contains code shared by all key set endpoints. Source: authentication §1.5, §3, §4. */
import type { SigningAlgorithm } from '../../tokens/issue.ts'
import { reply } from '../../wire/row.ts'
import { anyone } from '../../wire/vocabulary.ts'
import { type Context, defineOperation } from '../operation.ts'
import { keySet } from './constraints/token-request.ts'

interface KeySet {
  readonly alg: SigningAlgorithm
  /** True if each key has an `alg` member. The platform's keys do not. */
  readonly named: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** The generator sends no charset. */
export const plainJson = { 'content-type': 'application/json' }

const replies = { 200: reply.json(keySet) }

export const published = {
  method: 'GET',
  access: anyone,
  dependsOn: [],
  request: {},
  refusals: [],
  about: () => ({}),
  example: { as: null, input: () => ({}) },
} as const

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
  summary: 'Maskinporten’s public keys',
  ...keySetRow({ alg: 'RS256', named: true }),
})
