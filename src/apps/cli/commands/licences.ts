/** `standin licences`: prints the licences of Standin and its dependencies. */

import { ownFolder } from '../../../platform/node-package.ts'
import { Misuse } from '../../../service/wire/misuse.ts'
import { defineCommand } from '../frame/command.ts'
import { json } from '../frame/remote.ts'

/** Created by the build. */
const file = 'licenses.txt'

export const licences = defineCommand({
  name: 'licences',
  summary: 'Print the licences of Standin and its dependencies',
  options: { json },
  async run({ values, io }) {
    const built = ownFolder('dist')
    if (!built.list().includes(file)) throw new Misuse('In a source checkout, the licences are in LICENSE and node_modules.')
    const text = built.read(file).toString('utf8')
    if (values.json) io.stdout.say(JSON.stringify({ licences: text }))
    else io.stdout.document(text)
  },
})
