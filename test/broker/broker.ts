/** Starts one Pact Broker for all tests of this folder, if its gems are installed. */
import type { TestProject } from 'vitest/node'
import { gemFolders, hasGems, howToInstall } from '../../tools/broker-gems.ts'
import { startBroker } from '../support/pact-broker.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Undefined where the gems are not installed. */
    brokerUrl: string | undefined
  }
}

export async function setup({ provide }: TestProject) {
  if (!gemFolders.every(hasGems)) {
    if (process.env.CI) throw new Error(howToInstall)
    process.stderr.write(`The tests with a Pact Broker are left out. ${howToInstall}\n`)
    return provide('brokerUrl', undefined)
  }
  const broker = await startBroker()
  provide('brokerUrl', broker.url)
  return broker.stop
}
