/** Writes docs/recipients.md: a world's recipients, contacts and file names (`npm run generate`). */
import { writeFileSync } from 'node:fs'
import { readFixtures } from '../src/platform/node-files.ts'
import { scanPlans } from '../src/service/areas/file-transfer/wire.ts'
import type { Fixtures } from '../src/service/areas/fixtures.ts'
import { type Recipe, recipesOf, unreachableStatuses } from '../src/service/areas/notifications/magic-recipients.ts'
import { gracePeriodOf, type Resource, timeToLiveOf } from '../src/service/areas/resources/records.ts'
import { code, table, whereCommandsRun } from './markdown.ts'

export function recipientsPage(): string {
  const fixtures = readFixtures()
  const { people, organizations, resources } = fixtures
  const recipes = recipesOf(fixtures)
  const of = (channel: string) => recipes.filter(({ status }) => status.startsWith(`${channel}_`)).map(recipeCells)
  const files = Object.entries(scanPlans).map(([word, { result, after }]) => [code(word), result, waiting(after)])
  return `<!-- Written by tools/make-recipients.ts (npm run generate). -->
# Recipients

This page is for testers who need a person, an organization, a resource, or a message that ends with a certain status.

${whereCommandsRun}

## What to use

${table(['You need', 'Use'], choices(fixtures))}

## A recipient for each status

A message to one of these recipients ends with the given status, without a scenario. All other messages are delivered.
\`GET /_standin/recipients\` returns this list.

### SMS

You can write the number in any format (\`+47 99 99 00 03\`, \`004799990003\`), or use it as your own contact's mobile number.

${table(['Status', 'Recipient', 'Reason'], of('SMS'))}

### Email

The local part determines the status, case-insensitively and at any domain. Use a label to separate tests: \`bounced+test7@example.org\`.

${table(['Status', 'Recipient', 'Reason'], of('Email'))}

No order can result in ${Object.entries(unreachableStatuses)
    .map(([status, why]) => `\`${status}\` (${why})`)
    .join(' or ')}.

## People

All numbers are synthetic: 80 is added to the month of birth. Any other number has no contact details (422), unless
Standin runs with \`--unknown-recipients reachable\`.

${table(
  ['Number', 'Name', 'Condition', 'Email', 'Mobile'],
  people.map(({ number, name = '', condition = '', email = '', mobile = '' }) => [number, name, condition, email, mobile]),
)}

## Organizations

${table(
  ['Number', 'Name', 'Condition', 'Emails', 'Mobiles', 'Users'],
  organizations.map(({ number, name = '', condition = '', emails, mobiles, users = [] }) => [
    number,
    name,
    condition,
    emails.join(', '),
    mobiles.join(', '),
    users.map(({ email, mobile }) => [email, mobile].filter(Boolean).join(' ')).join(', '),
  ]),
)}

## Your own

\`--fixtures <dir>\` adds \`people.json\`, \`organizations.json\`, \`resources.json\` and \`callers.json\` from a folder. An entry replaces
the built-in one with the same number or id. Save this as \`my-fixtures/people.json\`:

\`\`\`json my-fixtures/people.json
[{ "number": "12838590150", "email": "me@example.org", "mobile": "+4799999999", "reserved": false, "verified": true, "updated": "2026-01-01" }]
\`\`\`

\`\`\`sh
export STANDIN_URL=http://127.0.0.1:4301      # a server with these fixtures, beside the one at 4300
npx standin start --detach --port 4301 --fixtures my-fixtures
npx standin contacts show 12838590150      # me@example.org
npx standin stop; unset STANDIN_URL
\`\`\`

Only \`number\` is required (\`id\` in \`resources.json\`; \`orgNo\` or \`clientId\`, and \`limits\`, in \`callers.json\`). Defaults: no name, no
email, no mobile, not reserved, verified, confirmed recently.

\`npx standin fixtures make --people 500 --organizations 50 --seed 7\` creates such a folder, with synthetic numbers and every condition (including
foreign mobiles). The same seed creates the same files. The command requires the \`@faker-js/faker\` package: install it with
\`npm install --save-dev @faker-js/faker@10\`. Then run \`npx standin start --fixtures standin-fixtures\`.

The fields of an organization are \`number\`, \`emails\`, \`mobiles\`, \`users\` (\`email\`, \`mobile\`, \`resources\`), \`verified\` and \`serviceOwner\`. At
runtime, \`PUT /_standin/contacts/{number}\` with the same fields changes one contact. In a test: \`simulator.contacts.put\`.

## File names

A word in the file name, in any case, determines the result of the virus scan: \`report-infected.xml\`.

${table(['Word', 'Result', 'After'], files)}

A scan also detects the EICAR test string anywhere in the content.

## Resources

${table(['Resource', 'Owner', 'Settings'], resources.map(resourceCells))}

Any other id is a plain resource, which belongs to the service owner who configures it first. With \`--open-resources off\`,
it does not exist. See [File transfers](file-transfers.md).
`
}

/** Returns the first suitable fixture for each need. */
function choices({ people, organizations, resources }: Fixtures): string[][] {
  const person = (condition: string) => code(people.find((each) => each.condition === condition)?.number ?? '')
  const organization = (condition: string) => code(organizations.find((each) => each.condition === condition)?.number ?? '')
  const owners = organizations.flatMap(({ number, serviceOwner }) => (serviceOwner ? [`${code(number)} (${code(serviceOwner)})`] : []))
  return [
    ['a service owner, who orders notifications', `${owners.join(' or ')}: ${code('npx standin token --org ttd')}`],
    [
      'a sender and a recipient of files',
      `any two organizations, such as ${code('312345676')} and ${code('313456781')}: they need no setup`,
    ],
    ['a resource', `any id of your own, or ${code(resources[0]?.id ?? '')}`],
    ['a person with email and mobile', person('bothChannels')],
    ['a person without contact details (422)', person('noDetails')],
    ['a reserved person', person('reserved')],
    ['a person with outdated details', person('stale')],
    ['an organization with several addresses', organization('severalAddresses')],
    ['an organization without contact details (422)', organization('noDetails')],
    ['an external identity', `your own: ${code('npx standin contacts put urn:altinn:party:username:oda --email oda@example.org')}`],
    [
      'a message that fails',
      `${code('bounced@any.example')}, ${code('+4799990001')}, or [another recipient](#a-recipient-for-each-status)`,
    ],
    ['an infected file', `a file name that contains ${code('infected')}`],
  ]
}

function recipeCells({ status, recipient, how }: Recipe): string[] {
  const { recipientEmail, recipientSms, recipientPerson, recipientOrganization } = recipient
  if (recipientEmail) return [code(status), code(recipientEmail.emailAddress), how]
  if (recipientSms) return [code(status), code(recipientSms.phoneNumber), how]
  const { channelSchema } = recipientPerson ?? recipientOrganization ?? {}
  const ignoring = recipientPerson?.ignoreReservation ? ', `ignoreReservation`' : ''
  const who = recipientPerson
    ? `person ${code(recipientPerson.nationalIdentityNumber)}`
    : `organization ${code(recipientOrganization?.orgNumber ?? '')}`
  return [code(status), `${who}, ${code(channelSchema ?? '')}${ignoring}`, how]
}

function resourceCells(resource: Resource): string[] {
  const { id, owner = '', maxFileTransferSize, requiredParty, accessList, purgeAfterConfirmed } = resource
  const traits = [
    maxFileTransferSize !== undefined && `at most ${maxFileTransferSize} bytes`,
    resource.timeToLive !== undefined && `time to live ${span(timeToLiveOf(resource))}`,
    resource.gracePeriod !== undefined && `grace period ${span(gracePeriodOf(resource))}`,
    !purgeAfterConfirmed && 'not removed after all recipients have confirmed',
    requiredParty !== undefined && `required party ${code(requiredParty)}`,
    accessList && `access list ${accessList.map(code).join(', ')}`,
    resource.unscannedApproved && 'virus scan can be off in production',
    resource.configured === false && 'in the registry, not configured',
    resource.registered === false && 'configured, not in the registry',
  ]
  return [code(id), owner, traits.filter(Boolean).join('; ')]
}

function span(milliseconds: number): string {
  const minutes = milliseconds / 60_000
  return minutes % 1440 === 0 ? `${minutes / 1440} d` : minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}

function waiting(after: number | 'never' | undefined): string {
  if (after === undefined) return 'depends on the pace'
  return after === 'never' ? 'never' : `${after / 60_000} min`
}

if (import.meta.main) writeFileSync(new URL('../docs/recipients.md', import.meta.url), recipientsPage())
