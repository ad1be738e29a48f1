/** Starts a foreign token issuer that serves its discovery document and keys over HTTP. */
import { exportJWK, type JWK, SignJWT } from 'jose'
import { clientKey } from './grants.ts'
import { otherServer } from './listen.ts'

interface TokenParts {
  readonly iss?: string
  readonly exp?: number
  readonly kid?: string
}

let made = 0

export async function foreignIssuer() {
  const own = `issuer-${++made}`
  /** Key ids, newest first. */
  let kids = ['first']
  const fetched = { discovery: 0, keys: 0 }

  async function keySet(): Promise<{ keys: JWK[] }> {
    return { keys: await Promise.all(kids.map(async (kid) => ({ ...(await exportJWK((await clientKey(own + kid)).publicKey)), kid }))) }
  }

  const issuer = await otherServer((request, response) => {
    const isKeys = request.url === '/keys'
    fetched[isKeys ? 'keys' : 'discovery']++
    response.setHeader('content-type', 'application/json')
    const said = isKeys ? keySet() : Promise.resolve({ issuer, jwks_uri: `${issuer}/keys` })
    void said.then((document) => response.end(JSON.stringify(document)))
  })

  return {
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    fetched,
    keySet,
    /** Creates a new key, which signs all later tokens. The previous key stays in the key set. */
    rotate: async () => {
      kids = ['second', ...kids]
      await clientKey(`${own}second`)
    },
    /** Issues a token that is valid on both the machine's clock and the tests' clock. */
    async token({ iss = issuer, exp = 4_000_000_000, kid = kids[0] }: TokenParts = {}): Promise<string> {
      return new SignJWT({ scope: 'altinn:broker.read', consumer: { ID: '0192:312345676' } })
        .setProtectedHeader({ alg: 'RS256', kid: kid ?? '' })
        .setIssuer(iss)
        .setNotBefore(1_000_000)
        .setExpirationTime(exp)
        .sign((await clientKey(own + kids[0])).privateKey)
    },
  }
}
