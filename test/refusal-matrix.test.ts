/** The refusals of a client's token, by scenarios: their proofs hold in both dialects and on every host. */
import { readOwnScenarios } from '../src/platform/node-files.ts'
import { readScenario } from '../src/service/failures/read-scenario.ts'
import { dialectNames } from '../src/service/wire/vocabulary.ts'
import { hosted, hostNames } from './support/hosts.ts'
import { prove } from './support/prove.ts'
import { expect, rule } from './support/rule.ts'

const matrix = [
  'exchange-refused',
  'keys-rotated',
  'not-a-service-owner',
  'token-endpoint-down',
  'token-endpoint-rate-limited',
  'token-endpoint-slow',
  'token-expired',
  'token-missing-delegation',
  'token-missing-system-user',
  'token-not-yet-valid',
  'token-revoked-client',
  'token-wrong-audience',
  'token-wrong-consumer',
  'token-wrong-issuer',
  'token-wrong-scope',
]

const files = await readOwnScenarios()

for (const host of hostNames) {
  for (const dialect of dialectNames) {
    rule(
      'decisions §1, authentication §1.4, authentication §7',
      `each refusal of the matrix passes its proof (${host}, ${dialect})`,
      async () => {
        const { simulator, origin, send } = await hosted(host, { dialect })
        const proofs = matrix.map((name) => {
          // Each in a world of its own, side by side: one of them takes a second.
          const inWorld = (request: Request) => {
            request.headers.set('x-standin-world', name)
            return send(request)
          }
          return prove(readScenario(name, files[name], 'built-in'), { simulator: simulator.knobs(name), origin, send: inWorld })
        })

        expect((await Promise.allSettled(proofs)).filter(({ status }) => status === 'rejected')).toEqual([])
      },
    )
  }
}
