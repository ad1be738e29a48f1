/** Decides which caller may use the token generator: anyone, or only its user. Source: authentication §4. */

import { isClaims } from '../../tokens/caller.ts'
import { bearerToken } from '../../tokens/verify.ts'
import { header } from '../../wire/http/call.ts'
import { type Reply, reply } from '../../wire/row.ts'
import { utf8 } from '../../wire/values/text.ts'
import type { Context } from '../operation.ts'
import { parameterProblems } from './rules/token.ts'

export const generatorReplies = {
  200: reply.text(),
  400: reply.json(parameterProblems),
  401: reply.empty('www-authenticate'),
  403: reply.text(),
} as const

const scope = 'altinn:testtools/tokengenerator'
const realm = 'Basic realm="AltinnTestTools - TokenGenerator"'

/** The reply to a caller that may not have tokens of a kind; undefined for one that may. */
export async function generatorRefusal(
  kind: 'enterprise' | 'enterpriseuser' | 'personal' | 'platform',
  { headers, trust, world, now }: Pick<Context, 'headers' | 'trust' | 'world' | 'now'>,
): Promise<Reply | undefined> {
  const user = world.settings.generatorUser
  const authorization = header(headers, 'authorization')
  if (user === undefined || authorization === `Basic ${base64(user)}`) return undefined
  if (!/^bearer /i.test(authorization ?? '')) return { status: 401, body: undefined, headers: { 'www-authenticate': realm } }
  const token = bearerToken(authorization)
  const judged = token === undefined ? undefined : await trust.judge(token)
  const claims = judged && 'claims' in judged && isClaims(judged.claims) ? judged.claims : undefined
  if (!claims || !(typeof claims.exp === 'number' && claims.exp * 1000 > now())) return { status: 403, body: 'Invalid bearer token' }
  const held = typeof claims.scope === 'string' ? claims.scope.split(' ') : []
  return held.some((each) => each === scope || each === `${scope}/${kind}`)
    ? undefined
    : { status: 403, body: `Missing required scope: ${scope}/${kind}` }
}

const base64 = (text: string) => btoa(String.fromCharCode(...utf8(text)))
