/** `standin token`: a token to call with. */
import { defineCommand } from './command.ts'
import { connectionOptions } from './connection.ts'
import { duration, optional, someText } from './option.ts'
import { print } from './print.ts'
import { ask } from './remote.ts'

export const token = defineCommand({
  name: 'token',
  summary: 'Print a token, for the header "Authorization: Bearer <token>"',
  options: {
    org: optional('Short name of a service owner, such as ttd', someText),
    orgNo: optional('Organization number', someText),
    scope: optional('Scopes, separated by spaces', someText),
    clientId: optional('The integration', someText),
    systemUserOrg: optional('The organization number for which a system user acts', someText),
    ttl: optional('How long it is good, such as 30m or PT30M', duration),
    ...connectionOptions,
  },
  examples: [
    ['standin token --org ttd --scope altinn:serviceowner/notifications.create', 'Order notifications as ttd'],
    ['standin token --org-no 313131313 --scope "altinn:broker.read altinn:broker.write"', 'Transfer files'],
  ],
  async run({ values, io }) {
    const { org, orgNo, scope, clientId, systemUserOrg, ttl } = values
    const body = { org, orgNo, scope, clientId, systemUserOrg, ttl: ttl === undefined ? undefined : ttl / 1000 }
    const reply = await ask(values, 'POST tokens', { body })
    print(io, values, reply, ({ token }: { token: string }) => `${token}\n`)
    return 0
  },
})
