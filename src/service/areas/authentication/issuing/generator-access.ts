/** Settings, access checks and replies shared by the token generator rows. Source: authentication §4. */
import { z } from 'zod'
import { type Claims, generatedIssuer, isClaims } from '../../../tokens/caller.ts'
import { readPart } from '../../../tokens/read-token.ts'
import { bearerToken } from '../../../tokens/trust.ts'
import { header } from '../../../wire/call.ts'
import { textOrJson } from '../../../wire/error-answers.ts'
import { type Reply, reply } from '../../../wire/row.ts'
import { readUnsigned, utf8 } from '../../../wire/text.ts'
import { anyone } from '../../../wire/vocabulary.ts'
import { unlessWorldGone } from '../../../world/world.ts'
import type { Context } from '../../operation.ts'
import { parameterProblems, tokenOrTokens } from '../constraints/generator-values.ts'
import { isNumberOf, type NumberKind, numbersOf, type TokenContext } from './generator-parts.ts'

export const generatorFacts = {
  method: 'GET',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  joinsQuery: true,
  replies: {
    200: reply.textOrJson(z.string()),
    400: reply.json(parameterProblems),
    401: reply.empty('www-authenticate'),
    403: reply.text(),
  },
  refusals: [],
  about: () => ({}),
} as const

export const repliesOfMany = { ...generatorFacts.replies, 200: reply.textOrJson(tokenOrTokens) }

type Kind = 'enterprise' | 'enterpriseuser' | 'personal' | 'platform'
type Asking = Pick<Context, 'headers' | 'trust' | 'world' | 'now' | 'keys' | 'random' | 'url'>

interface GeneratorQuery {
  readonly env?: string | undefined
  readonly dump?: string | undefined
  readonly bulkCount?: string | undefined
}

interface Identity {
  readonly of: NumberKind
  readonly given: string | undefined
  /** The kind of default number, used if the query contains no number. */
  readonly otherwise: 'fixture' | 'synthetic'
}

interface Making {
  readonly kind: Kind
  readonly query: GeneratorQuery
  readonly problems: Record<string, string> | undefined
  /** The token's holder. Absent if the query specifies the holder. */
  readonly identity?: Identity
  /** The issuer of tokens for the `none` environment. Default: the generator's address. */
  readonly issuerOfNone?: string
  /** True for tokens signed by the platform, even in the `none` environment. */
  readonly isOfPlatform?: true
  claims(context: TokenContext, identity: string): Claims
}

const scope = 'altinn:testtools/tokengenerator'
const realm = 'Basic realm="AltinnTestTools - TokenGenerator"'

async function callerRefusal(kind: Kind, { headers, trust, world, now }: Asking): Promise<Reply | undefined> {
  const user = world.settings.generatorUser
  const authorization = header(headers, 'authorization')
  if (user === undefined || authorization === `Basic ${base64(user)}`) return undefined
  if (!/^bearer /i.test(authorization ?? '')) return { status: 401, body: undefined, headers: { 'www-authenticate': realm } }
  const token = bearerToken(authorization)
  const judged = token === undefined ? undefined : await unlessWorldGone(world, trust.judge(token))
  const claims = judged && 'claims' in judged && isClaims(judged.claims) ? judged.claims : undefined
  if (!claims || !(typeof claims.exp === 'number' && claims.exp * 1000 > now())) return { status: 403, body: 'Invalid bearer token' }
  const granted = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
  return granted.some((each) => each === scope || each === `${scope}/${kind}`)
    ? undefined
    : { status: 403, body: `Missing required scope: ${scope}/${kind}` }
}

const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)))

export async function generatorReply(context: Asking, making: Making): Promise<Reply> {
  const { query, problems, identity } = making
  const refused = await callerRefusal(making.kind, context)
  if (refused) return refused
  if (problems) return { status: 400, body: problems }
  const sign = signerOf(context, making)
  const count = readUnsigned(query.bulkCount ?? '') ?? 0
  if (identity && count > 0) {
    const tokens: Record<string, string> = {}
    for (const number of numbersOf(identity.of, count, registered(context, identity.of), 0)) tokens[number] = await sign(number)
    return { status: 200, body: JSON.stringify(tokens), headers: { 'content-type': 'application/json; charset=utf-8' } }
  }
  const token = await sign(identity ? numberFor(context, identity) : '')
  const [body, headers] = textOrJson(query.dump ? dumped(token) : token, header(context.headers, 'accept'))
  return { status: 200, body, headers }
}

function signerOf({ keys, now, random, url }: Asking, { query: { env = '' }, issuerOfNone, isOfPlatform, claims }: Making) {
  const isOfNone = env === 'none'
  const issuer = isOfNone && issuerOfNone !== undefined ? issuerOfNone : generatedIssuer(url(''), env)
  const context: TokenContext = { now: now(), issuer, guid: random.guid, next: random.next }
  const alg = isOfNone && !isOfPlatform ? 'ES256' : 'RS256'
  return (identity: string) => keys.sign(claims(context, identity), { alg, ...(alg === 'RS256' && { thumbprint: 'x5c' }) })
}

function numberFor(context: Asking, { of, given, otherwise }: Identity): string {
  if (given) return given
  const numbers = otherwise === 'fixture' ? registered(context, of) : []
  return numbers[context.random.next() % numbers.length] ?? numbersOf(of, 1, [], context.random.next())[0] ?? ''
}

const registered = ({ world }: Asking, of: NumberKind): readonly string[] =>
  world.contacts
    .list()
    .map(({ number }) => number)
    .filter((number) => isNumberOf(of, number))

/** Returns a readable dump of the header and claims. Non-ASCII bytes become question marks, as in the generator. */
function dumped(token: string): string {
  const parts = token
    .split('.', 2)
    .map((part) => JSON.stringify(readPart(part), null, 2).replace(/[^\0-\x7F]/gu, (sign) => '?'.repeat(utf8(sign).length)))
  return parts.join('\n.\n')
}
