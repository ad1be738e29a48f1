/** `standin publish`: publishes pacts to a Pact Broker. */
import { resolve } from 'node:path'
import type { Publication } from '../../contracts/broker.ts'
import { defineCommand, withProgress } from '../frame/command.ts'
import { bare, many, option, optionalWord, someText } from '../frame/option.ts'
import { print } from '../frame/print.ts'
import { json } from '../frame/remote.ts'
import { asFailure, brokerFrom, brokerOptions, buildFrom, buildOptions, tagOption } from './broker.ts'

export const publish = defineCommand({
  name: 'publish',
  needsPackage: true,
  summary: 'Publish pacts to a Pact Broker',
  options: {
    pacts: many(optionalWord(option('Pact files and folders with pact files. Default: the pacts folder', someText, 'pacts'))),
    ...buildOptions,
    appVersion: { ...buildOptions.appVersion, also: ['consumerAppVersion'] },
    tag: tagOption,
    dryRun: bare('Print what would be published, without calling the broker'),
    ...brokerOptions,
    json,
  },
  examples: [
    ['standin publish', "Publish the pacts folder, with this repository's commit and branch"],
    ['standin publish pacts --consumer-app-version 1.2.0 --broker-base-url http://127.0.0.1:9292', 'The same options as in the Pact CLI'],
    ['standin publish pacts --app-version 1.2.0 --branch main --dry-run', 'Print what would be published'],
  ],
  async run({ values, io }) {
    const { publishContracts } = await import('../../contracts/broker.ts')
    const { dryRun } = values
    const pacts = values.pacts.split('\n').map((pact) => resolve(io.folder, pact))
    const build = await buildFrom(values, io)
    const does = 'Publishing'
    const broker = dryRun ? undefined : brokerFrom(values)
    const publications = await withProgress(io, { does }, ({ tell }) => {
      const progress = (done: number, of: number) => tell({ does, done, of, unit: 'consumers' })
      return publishContracts({ pacts, ...build, tags: values.tag?.split('\n'), broker, dryRun, progress })
    }).catch(asFailure)
    print(io, values, { dryRun, publications }, ({ publications: all }) => all.flatMap((one) => inWords(one, dryRun)))
  },
})

function inWords({ consumer, providers, version, branch, buildUrl, notices }: Publication, dryRun: boolean): string[] {
  const build = [version, ...(branch ? [`from branch ${branch}`] : []), ...(buildUrl ? [`(${buildUrl})`] : [])].join(' ')
  const head = `${dryRun ? 'Would publish' : 'Published'} ${consumer} ${build}: its pacts with ${providers.join(', ')}.`
  return [head, ...notices.map((notice) => `  ${notice}`)]
}
