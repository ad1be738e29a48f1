/** The page that runs the suite of hosts: `test/hosts.test.ts`, one test at a time. */
import '../../hosts.test.ts'
import { runAll, tests } from './vitest.ts'

declare global {
  interface Window {
    /** What test/browser/hosts.test.ts runs. */
    readonly suite: { readonly names: readonly string[]; run(name: string): Promise<void> }
  }
}

Object.assign(window, {
  suite: {
    names: [...tests.keys()],
    async run(name: string) {
      const body = tests.get(name)
      if (!body) throw new Error(`There is no test ${name}.`)
      await runAll(body)
    },
  },
})
