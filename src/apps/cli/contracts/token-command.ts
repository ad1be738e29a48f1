/** Gets a caller's token from the user's command, for implementations that do not accept Standin's tokens. */

import { runLine } from '../../../real/commands.ts'
import type { Identity } from '../../../service/areas/client.ts'
import { scopes } from '../../../service/wire/vocabulary.ts'
import { Failure, messageOf } from '../frame/command.ts'

export const tokenCommandHelp =
  'the command that prints a token. Its variables: STANDIN_ORG_NO, STANDIN_SCOPES, STANDIN_ORG and STANDIN_CLIENT_ID, as in an --environment file'

/**
 * Runs the command in a shell; its output is the token. The caller is passed in variables, as with a token command in the environment file,
 * so values from a client or a file never become part of a command line. If the command fails, rejects with its error output. The signal
 * ends the command.
 */
export const tokenBy =
  (command: string, folder: string) =>
  async ({ org, orgNo, clientId, scope = Object.values(scopes).join(' ') }: Identity, signal: AbortSignal): Promise<string> => {
    const variables = { STANDIN_ORG: org, STANDIN_ORG_NO: orgNo, STANDIN_CLIENT_ID: clientId, STANDIN_SCOPES: scope }
    const caller = `STANDIN_ORG_NO was ${orgNo}, and STANDIN_SCOPES ${JSON.stringify(scope)}`.slice(0, 500)
    const token = await runLine({ line: command, folder, variables, signal }).catch((error: unknown) => {
      throw new Failure(`${messageOf(error)} (${caller}.)`)
    })
    if (/^[\x20-\x7e]+$/.test(token)) return token
    const said = token === '' ? 'printed no token' : `printed something that is not a token: ${JSON.stringify(token.slice(0, 100))}`
    throw new Failure(`The command ${JSON.stringify(command.slice(0, 200))} ${said}. (${caller}.)`)
  }
