/** Starts one cluster for all tests of this folder, if the machine has PostgreSQL. */
import type { TestProject } from 'vitest/node'
import { findPostgres, howToInstallPostgres } from '../../../tools/postgres.ts'
import { startCluster } from '../../support/start-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the cluster. Undefined where the machine has no PostgreSQL. */
    postgres: number | undefined
  }
}

export async function setup({ provide }: TestProject) {
  if (findPostgres() === undefined) {
    if (process.env.CI) throw new Error(howToInstallPostgres)
    process.stderr.write(`The tests of PostgreSQL (test/persistence/postgres/) are left out. ${howToInstallPostgres}\n`)
    return provide('postgres', undefined)
  }
  const cluster = await startCluster()
  provide('postgres', cluster.port)
  return cluster.end
}
