/** Finds the library Pact, an optional peer dependency. */
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Pact = typeof import('@pact-foundation/pact')

/** Beside Standin, or in the project of the user, who may run Standin from another place. */
export async function findPact(): Promise<Pact | undefined> {
  try {
    return await import('@pact-foundation/pact')
  } catch (thrown) {
    if (Object(thrown).code !== 'ERR_MODULE_NOT_FOUND') throw thrown
  }
  try {
    return createRequire(join(process.cwd(), 'package.json'))('@pact-foundation/pact') as Pact
  } catch (thrown) {
    if (Object(thrown).code !== 'MODULE_NOT_FOUND') throw thrown
    return undefined
  }
}
