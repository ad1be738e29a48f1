/** What the rows of the token generator share: their facts, which caller may use them, and how they make a token. Source: authentication §4. */
import { type Claims, isClaims } from '../../tokens/caller.ts'
import type { TokenContext } from '../../tokens/generator.ts'
import { generatedIssuer, signingAlgorithm } from '../../tokens/issuers.ts'
import { bearerToken } from '../../tokens/verify.ts'
import { header } from '../../wire/http/call.ts'
import { type Reply, reply } from '../../wire/row.ts'
import { anyone } from '../../wire/scopes.ts'
import { utf8 } from '../../wire/values/text.ts'
import type { Context } from '../operation.ts'
import { type ParameterProblems, parameterProblems } from './rules/token.ts'

export const generatorFacts = {
  method: 'GET',
  access: anyone,
  dependsOn: [],
  asks: ['keys'],
  replies: {
    200: reply.text(),
    400: reply.json(parameterProblems),
    401: reply.empty('www-authenticate'),
    403: reply.text(),
  },
  refusals: [],
  about: () => ({}),
} as const

/** Whose tokens a row makes, as the scopes of the generator name it. */
type Kind = 'enterprise' | 'enterpriseuser' | 'personal' | 'platform'
type Asking = Pick<Context, 'headers' | 'trust' | 'world' | 'now'>
type Making = Pick<Context, 'keys' | 'now' | 'random' | 'url'>

const scope = 'altinn:testtools/tokengenerator'
const realm = 'Basic realm="AltinnTestTools - TokenGenerator"'

/** The reply to a caller that may not have tokens of a kind, or to a query that has problems; undefined where a token is made. */
export async function generatorRefusal(kind: Kind, asking: Asking, problems?: ParameterProblems): Promise<Reply | undefined> {
  return (await callerRefusal(kind, asking)) ?? (problems && { status: 400, body: problems })
}

async function callerRefusal(kind: Kind, { headers, trust, world, now }: Asking): Promise<Reply | undefined> {
  const user = world.settings.generatorUser
  const authorization = header(headers, 'authorization')
  if (user === undefined || authorization === `Basic ${base64(user)}`) return undefined
  if (!/^bearer /i.test(authorization ?? '')) return { status: 401, body: undefined, headers: { 'www-authenticate': realm } }
  const token = bearerToken(authorization)
  const judged = token === undefined ? undefined : await trust.judge(token)
  const claims = judged && 'claims' in judged && isClaims(judged.claims) ? judged.claims : undefined
  if (!claims || !(typeof claims.exp === 'number' && claims.exp * 1000 > now())) return { status: 403, body: 'Invalid bearer token' }
  const granted = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
  return granted.some((each) => each === scope || each === `${scope}/${kind}`)
    ? undefined
    : { status: 403, body: `Missing required scope: ${scope}/${kind}` }
}

const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)))

/** What the claims of a token of an environment are made with. */
export const tokenContext = (environment: string, { now, random, url }: Making): TokenContext => ({
  now: now(),
  guid: random.guid,
  issuer: generatedIssuer(url(''), environment),
})

/** A token of an environment, for a caller that may have it and a query without problems. `claimsIn` makes its claims. */
export async function generatorReply(
  kind: Kind,
  { env = '' }: { readonly env?: string | undefined },
  context: Asking & Making,
  problems: ParameterProblems | undefined,
  claimsIn: (context: TokenContext) => Claims,
): Promise<Reply> {
  const refused = await generatorRefusal(kind, context, problems)
  return refused ?? { status: 200, body: await context.keys.sign(claimsIn(tokenContext(env, context)), { alg: signingAlgorithm(env) }) }
}
