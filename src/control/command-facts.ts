/** The commands of control rows, written by tools/make-row-commands.ts: the command line needs no more to make their calls. */
import type { GroupFacts } from './command.ts'

export type RowCommandName =
  | 'worlds'
  | 'state'
  | 'journal'
  | 'clock'
  | 'scenario'
  | 'gates'
  | 'limits'
  | 'callers'
  | 'resources'
  | 'outbox'
  | 'events'
  | 'subscriptions'
  | 'deliveries'
  | 'contacts'
  | 'files'
  | 'token'

/** By the first word of their command lines, in the order of the table. */
export const commandFacts: Readonly<Record<RowCommandName, GroupFacts>> = {
  worlds: {
    summary: 'List, make, drop, reset and move worlds',
    commands: [
      {
        name: 'list',
        summary: 'List the worlds that exist',
        byDefault: true,
        atServer: true,
        options: [
          {
            name: 'here',
            describe: 'Whether only the worlds of this server are listed; false when absent',
            kind: 'flag',
            part: 'query',
            member: 'here',
          },
        ],
        examples: [],
        calls: [{ id: 'control.listWorlds', needs: [], inPages: true, list: 'worlds' }],
      },
      {
        name: 'make',
        summary: 'Make a world, if it does not exist',
        atServer: true,
        options: [
          {
            name: 'name',
            describe: 'The name of the world: a-z, 0-9 and -',
            kind: 'text',
            part: 'params',
            member: 'name',
            word: 'required',
          },
        ],
        examples: [['standin worlds make build-17', 'Clients reach it at /worlds/build-17']],
        calls: [{ id: 'control.makeWorld', needs: ['name'], said: 'The world {name} is at {url}/worlds/{name}.' }],
      },
      {
        name: 'drop',
        summary: 'Drop a world, with everything in it',
        atServer: true,
        options: [
          {
            name: 'name',
            describe: 'The name of the world: a-z, 0-9 and -',
            kind: 'text',
            part: 'params',
            member: 'name',
            word: 'required',
          },
        ],
        examples: [],
        calls: [{ id: 'control.dropWorld', needs: ['name'], said: 'The world {name} is gone.' }],
      },
    ],
  },
  state: {
    commands: [
      {
        name: 'state',
        summary: 'Count the records of a world',
        options: [],
        examples: [['standin state --json', 'Print also the latest shipments and file transfers']],
        calls: [{ id: 'control.showState', needs: [] }],
      },
    ],
  },
  journal: {
    summary: 'List the calls, follow them, show one in full, verify how often something was called, or export them',
    commands: [
      {
        name: 'show',
        summary: 'Show one call or job in full: request, reply, stages, and the rules that Standin tried',
        options: [
          {
            name: 'id',
            describe: 'The id of a line, from the header x-standin-call of a reply, or from "standin journal"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
        ],
        examples: [['standin journal show 17', 'Why the call 17 was answered as it was']],
        calls: [{ id: 'control.showJournalLine', needs: ['id'] }],
      },
      {
        name: 'story',
        summary: 'Tell what happened to a call, a record or a recipient, and because of it',
        options: [
          {
            name: 'id',
            describe: 'A call, trace, order, idempotencyId, shipment, file transfer, recipient, event or delivery',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
        ],
        examples: [['standin journal story case-1', 'What became of the order with this idempotencyId']],
        calls: [
          {
            id: 'control.showStory',
            needs: ['id'],
            inPages: true,
            list: 'story',
            columns: [
              ['', '{at}'],
              ['', '{kind}'],
              ['', '{id}'],
              ['', '{what}'],
              ['', '{status}[{!status}-]', 'status'],
              ['', '[by {causedBy}]'],
              ['', '{why}'],
            ],
          },
        ],
      },
    ],
  },
  clock: {
    summary: 'Show the clock, advance it, stop it, or let it run',
    commands: [
      {
        name: 'show',
        summary: 'Show the time, and the jobs that are booked',
        byDefault: true,
        options: [],
        examples: [],
        calls: [{ id: 'control.showClock', needs: [] }],
      },
      { name: 'freeze', summary: 'Stop the clock', options: [], examples: [], calls: [{ id: 'control.freezeClock', needs: [] }] },
      {
        name: 'resume',
        summary: 'Let the clock run',
        options: [{ name: 'speed', describe: 'World seconds a real second; 1 when absent', kind: 'number', part: 'body', member: 'speed' }],
        examples: [['standin clock resume --speed 60', 'One minute per second']],
        calls: [{ id: 'control.resumeClock', needs: [] }],
      },
    ],
  },
  scenario: {
    summary: 'List scenarios, switch them on and off, check and prove your own',
    commands: [
      {
        name: 'list',
        summary: 'List the scenarios, and say which are on',
        byDefault: true,
        options: [],
        examples: [],
        calls: [
          {
            id: 'control.listScenarios',
            needs: [],
            inPages: true,
            list: 'scenarios',
            columns: [
              ['NAME', '{name}'],
              ['ON', ['[until {until}]', '[{?active}{!until}on]']],
              ['SOURCE', '{source}'],
              ['SUMMARY', '{summary}'],
            ],
          },
        ],
      },
      {
        name: 'show',
        summary: 'Show what a scenario does, and what a client should do',
        options: [
          {
            name: 'name',
            describe: 'The name of the scenario, from "standin scenario list"',
            kind: 'text',
            part: 'params',
            member: 'name',
            word: 'required',
          },
        ],
        examples: [['standin scenario show outage-register', 'The effects of the scenario, and advice for clients']],
        calls: [{ id: 'control.showScenario', needs: ['name'] }],
      },
      {
        name: 'use',
        summary: 'Switch a scenario on, or start it again',
        options: [
          {
            name: 'name',
            describe: 'The name of the scenario, from "standin scenario list"',
            kind: 'text',
            part: 'params',
            member: 'name',
            word: 'required',
          },
          {
            name: 'ttl',
            describe: 'Switch it off after this time, such as 5m or PT5M, by the clock of the world; never when absent',
            kind: 'duration',
            part: 'body',
            member: 'ttl',
          },
        ],
        examples: [['standin scenario use outage-register --ttl 5m', 'Five minutes without the contact register']],
        calls: [{ id: 'control.activateScenario', needs: ['name'], said: '{name} is on[ until {until}].' }],
      },
      {
        name: 'off',
        summary: 'Switch a scenario off, or all of them',
        options: [
          {
            name: 'name',
            describe: 'The name of the scenario, from "standin scenario list"',
            kind: 'text',
            part: 'params',
            member: 'name',
            word: 'optional',
          },
        ],
        examples: [['standin scenario off', 'Everything works again']],
        calls: [
          { id: 'control.deactivateScenario', needs: ['name'], said: '{name} is off.' },
          { id: 'control.deactivateScenarios', needs: [], said: 'Every scenario is off.' },
        ],
      },
    ],
  },
  gates: {
    summary: 'Stop calls of an operation, and let them go on in an order',
    commands: [
      {
        name: 'list',
        summary: 'List the gates, with the calls that stand at them',
        byDefault: true,
        options: [],
        examples: [],
        calls: [
          {
            id: 'control.listGates',
            needs: [],
            list: 'gates',
            lines: 'calls',
            columns: [
              ['OPERATION', '{operation}'],
              ['AT', '{at}'],
              ['POSITION', '{#}'],
              ['CALL', '{calls.id}'],
              ['', '[{calls.method} {calls.path}]'],
            ],
          },
        ],
      },
      {
        name: 'wait',
        summary: 'Wait until calls stand at a gate',
        options: [
          {
            name: 'operation',
            describe: 'The operation whose calls the gate stops, such as notifications.createOrder',
            kind: 'text',
            part: 'params',
            member: 'operation',
            word: 'required',
          },
          {
            name: 'at',
            describe: 'Where it stops them: before-work, or after-work and before the reply',
            kind: 'word',
            part: 'params',
            member: 'at',
            choices: ['before-work', 'after-work'],
            fallback: 'before-work',
          },
          {
            name: 'arrived',
            describe: 'Wait until so many calls stand at the gate',
            kind: 'integer',
            part: 'query',
            member: 'arrived',
            least: 1,
            most: 1000,
            fallback: 1,
          },
          {
            name: 'within',
            describe: 'How long to wait, in real time; 30s when absent',
            kind: 'duration',
            part: 'query',
            member: 'within',
            fallback: '30s',
          },
        ],
        examples: [],
        calls: [
          {
            id: 'control.showGate',
            needs: ['operation'],
            lines: 'calls',
            columns: [
              ['OPERATION', '{operation}'],
              ['AT', '{at}'],
              ['POSITION', '{#}'],
              ['CALL', '{calls.id}'],
              ['', '[{calls.method} {calls.path}]'],
            ],
          },
        ],
      },
      {
        name: 'put',
        summary: 'Stop the calls of an operation from now on',
        options: [
          {
            name: 'operation',
            describe: 'The operation whose calls the gate stops, such as notifications.createOrder',
            kind: 'text',
            part: 'params',
            member: 'operation',
            word: 'required',
          },
          {
            name: 'at',
            describe: 'Where it stops them: before-work, or after-work and before the reply',
            kind: 'word',
            part: 'params',
            member: 'at',
            choices: ['before-work', 'after-work'],
            fallback: 'before-work',
          },
        ],
        examples: [['standin gates put fileTransfer.download --at after-work', 'Downloads stand when their work is done']],
        calls: [
          {
            id: 'control.putGate',
            needs: ['operation'],
            lines: 'calls',
            columns: [
              ['OPERATION', '{operation}'],
              ['AT', '{at}'],
              ['POSITION', '{#}'],
              ['CALL', '{calls.id}'],
              ['', '[{calls.method} {calls.path}]'],
            ],
          },
        ],
      },
      {
        name: 'release',
        summary: 'Let calls go on: all, some, or some in another order',
        options: [
          {
            name: 'operation',
            describe: 'The operation whose calls the gate stops, such as notifications.createOrder',
            kind: 'text',
            part: 'params',
            member: 'operation',
            word: 'required',
          },
          {
            name: 'at',
            describe: 'Where it stops them: before-work, or after-work and before the reply',
            kind: 'word',
            part: 'params',
            member: 'at',
            choices: ['before-work', 'after-work'],
            fallback: 'before-work',
          },
          {
            name: 'calls',
            describe: 'How many go on, in the order of their arrival; all when absent',
            kind: 'integer',
            part: 'body',
            member: 'calls',
            least: 1,
          },
          {
            name: 'order',
            describe:
              'Their positions, counted from 0, in the order in which they go on. 1,0: the second, then the first (separated by commas)',
            kind: 'integers',
            part: 'body',
            member: 'order',
            least: 0,
          },
        ],
        examples: [['standin gates release notifications.createOrder --order 1,0', 'The second call overtakes the first']],
        calls: [
          {
            id: 'control.releaseGate',
            needs: ['operation'],
            lines: 'calls',
            columns: [
              ['OPERATION', '{operation}'],
              ['AT', '{at}'],
              ['POSITION', '{#}'],
              ['CALL', '{calls.id}'],
              ['', '[{calls.method} {calls.path}]'],
            ],
          },
        ],
      },
      {
        name: 'remove',
        summary: 'Let all calls go on, and stop no more',
        options: [
          {
            name: 'operation',
            describe: 'The operation whose calls the gate stops, such as notifications.createOrder',
            kind: 'text',
            part: 'params',
            member: 'operation',
            word: 'required',
          },
          {
            name: 'at',
            describe: 'Where it stops them: before-work, or after-work and before the reply',
            kind: 'word',
            part: 'params',
            member: 'at',
            choices: ['before-work', 'after-work'],
            fallback: 'before-work',
          },
        ],
        examples: [],
        calls: [{ id: 'control.removeGate', needs: ['operation'], said: 'The gate at {operation}, {at}, is gone.' }],
      },
    ],
  },
  limits: {
    summary: 'List rate limits, exhaust them, and refill them',
    commands: [
      {
        name: 'list',
        summary: 'List what each caller of a limited operation has left',
        byDefault: true,
        options: [],
        examples: [],
        calls: [
          {
            id: 'control.listLimits',
            needs: [],
            inPages: true,
            list: 'limits',
            columns: [
              ['ORGANIZATION', '{name|orgNo}'],
              ['CALLER', '{caller}'],
              ['ENVIRONMENT', '{environment}'],
              ['OPERATION', '{operation}'],
              ['LIMIT', '{limit}'],
              ['LEFT', '{left}', { warning: '0' }],
              ['RESETS AT', '{resetsAt}'],
            ],
          },
        ],
      },
      {
        name: 'set',
        summary: 'Leave a caller a number of calls of an operation',
        options: [
          {
            name: 'caller',
            describe: 'A client id or an organization number',
            kind: 'text',
            part: 'params',
            member: 'caller',
            word: 'required',
          },
          {
            name: 'operation',
            describe: 'An operation with a limit, such as fileTransfer.search',
            kind: 'text',
            part: 'params',
            member: 'operation',
            word: 'required',
          },
          { name: 'left', describe: 'How many calls are left', kind: 'integer', part: 'body', member: 'left', least: 0, fallback: 0 },
        ],
        examples: [['standin limits set 347147753 fileTransfer.search', 'The next search of this organization is answered 429']],
        calls: [
          {
            id: 'control.setLimit',
            needs: ['caller', 'operation'],
            sendsBody: true,
            list: 'limits',
            columns: [
              ['ORGANIZATION', '{name|orgNo}'],
              ['CALLER', '{caller}'],
              ['ENVIRONMENT', '{environment}'],
              ['OPERATION', '{operation}'],
              ['LIMIT', '{limit}'],
              ['LEFT', '{left}', { warning: '0' }],
              ['RESETS AT', '{resetsAt}'],
            ],
          },
        ],
      },
      {
        name: 'refill',
        summary: 'Give every caller all of its calls again',
        options: [],
        examples: [],
        calls: [{ id: 'control.refillLimits', needs: [], said: 'Every caller has all of its calls again.' }],
      },
    ],
  },
  callers: {
    summary: 'List and change the callers with rate limits of their own',
    commands: [
      {
        name: 'list',
        summary: 'List the callers with rate limits of their own',
        byDefault: true,
        options: [],
        examples: [],
        calls: [
          {
            id: 'control.listCallers',
            needs: [],
            inPages: true,
            list: 'callers',
            lines: 'limits',
            columns: [
              ['CALLER', '{caller}'],
              ['OPERATION', '{#}'],
              ['LIMIT', '{limits}'],
            ],
          },
        ],
      },
      {
        name: 'put',
        summary: 'Give a caller rate limits of its own, in place of those that it had',
        options: [
          {
            name: 'caller',
            describe: 'A client id or an organization number',
            kind: 'text',
            part: 'params',
            member: 'caller',
            word: 'required',
          },
          {
            name: 'limits',
            describe: 'Calls a minute, by operation, such as fileTransfer.search=600,fileTransfer.details=120',
            kind: 'counts',
            part: 'body',
            member: 'limits',
            word: 'required',
          },
        ],
        examples: [['standin callers put 347147753 fileTransfer.search=600', 'This organization may search 600 times a minute']],
        calls: [
          {
            id: 'control.putCaller',
            needs: ['caller', 'limits'],
            sendsBody: true,
            lines: 'limits',
            columns: [
              ['CALLER', '{caller}'],
              ['OPERATION', '{#}'],
              ['LIMIT', '{limits}'],
            ],
          },
        ],
      },
      {
        name: 'remove',
        summary: 'Give a caller the usual rate limits again',
        options: [
          {
            name: 'caller',
            describe: 'A client id or an organization number',
            kind: 'text',
            part: 'params',
            member: 'caller',
            word: 'required',
          },
        ],
        examples: [],
        calls: [{ id: 'control.removeCaller', needs: ['caller'], said: '{caller} has the usual limits.' }],
      },
    ],
  },
  resources: {
    summary: 'List and change the resources of a world',
    commands: [
      {
        name: 'list',
        summary: 'List the resources of both environments',
        byDefault: true,
        options: [],
        examples: [],
        calls: [
          {
            id: 'control.listResources',
            needs: [],
            inPages: true,
            list: 'resources',
            columns: [
              ['ID', '{id}'],
              ['ENVIRONMENT', '{environment}'],
              ['OWNER', '{owner}'],
              ['LIFE', '{timeToLive}'],
              ['GRACE', '{gracePeriod}'],
              ['SIZE', '{maxFileTransferSize}'],
              [
                'ABOUT',
                [
                  '[{!configured}not configured]',
                  '[{!registered}not registered]',
                  '[{!purgeAfterConfirmed}kept after confirmation]',
                  '[{?unscannedApproved}approved without scan]',
                  '[required party {requiredParty}]',
                  '[access list of {accessList.length}]',
                ],
              ],
            ],
          },
        ],
      },
      {
        name: 'show',
        summary: 'Show one resource',
        options: [
          {
            name: 'id',
            describe: 'The id of a resource, in the environment addressed, from "standin resources"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
        ],
        examples: [],
        calls: [
          {
            id: 'control.showResource',
            needs: ['id'],
            columns: [
              ['ID', '{id}'],
              ['ENVIRONMENT', '{environment}'],
              ['OWNER', '{owner}'],
              ['LIFE', '{timeToLive}'],
              ['GRACE', '{gracePeriod}'],
              ['SIZE', '{maxFileTransferSize}'],
              [
                'ABOUT',
                [
                  '[{!configured}not configured]',
                  '[{!registered}not registered]',
                  '[{!purgeAfterConfirmed}kept after confirmation]',
                  '[{?unscannedApproved}approved without scan]',
                  '[required party {requiredParty}]',
                  '[access list of {accessList.length}]',
                ],
              ],
            ],
          },
        ],
      },
      {
        name: 'put',
        summary: 'Add a resource, or replace one; what you leave out has its default',
        options: [
          {
            name: 'id',
            describe: 'The id of a resource, in the environment addressed',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
          { name: 'owner', describe: 'The organization number of its service owner', kind: 'text', part: 'body', member: 'owner' },
          {
            name: 'maxSize',
            describe: 'The largest file, in bytes; without a limit of its own when absent',
            kind: 'integer',
            part: 'body',
            member: 'maxFileTransferSize',
            least: 0,
          },
          { name: 'timeToLive', describe: 'How long files are kept, such as 30d', kind: 'text', part: 'body', member: 'timeToLive' },
          {
            name: 'purgeAfterConfirmed',
            describe: 'Whether files are purged when all recipients have confirmed: on (default), off',
            kind: 'onOff',
            part: 'body',
            member: 'purgeAfterConfirmed',
          },
          {
            name: 'gracePeriod',
            describe: 'How long files are kept after the last confirmation, such as 2h',
            kind: 'text',
            part: 'body',
            member: 'gracePeriod',
          },
          {
            name: 'requiredParty',
            describe: 'The organization that must be the sender or the only recipient of each file transfer, such as 0192:991825827',
            kind: 'text',
            part: 'body',
            member: 'requiredParty',
          },
          {
            name: 'accessList',
            describe: 'The only organizations that may be recipients, such as 0192:370916446 (separated by commas)',
            kind: 'texts',
            part: 'body',
            member: 'accessList',
          },
          {
            name: 'unscannedApproved',
            describe: 'Whether files may go without a virus scan, also in production: on, off (default)',
            kind: 'onOff',
            part: 'body',
            member: 'unscannedApproved',
          },
          {
            name: 'configured',
            describe: 'Whether its owner has configured it; yes when absent: on, off',
            kind: 'onOff',
            part: 'body',
            member: 'configured',
          },
          {
            name: 'registered',
            describe: 'Whether the resource registry has it; yes when absent: on, off',
            kind: 'onOff',
            part: 'body',
            member: 'registered',
          },
        ],
        examples: [
          ['standin resources put invoices --owner 991825827 --time-to-live 8d', 'Files of the resource "invoices" live eight days'],
        ],
        calls: [
          {
            id: 'control.putResource',
            needs: ['id'],
            sendsBody: true,
            columns: [
              ['ID', '{id}'],
              ['ENVIRONMENT', '{environment}'],
              ['OWNER', '{owner}'],
              ['LIFE', '{timeToLive}'],
              ['GRACE', '{gracePeriod}'],
              ['SIZE', '{maxFileTransferSize}'],
              [
                'ABOUT',
                [
                  '[{!configured}not configured]',
                  '[{!registered}not registered]',
                  '[{!purgeAfterConfirmed}kept after confirmation]',
                  '[{?unscannedApproved}approved without scan]',
                  '[required party {requiredParty}]',
                  '[access list of {accessList.length}]',
                ],
              ],
            ],
          },
        ],
      },
      {
        name: 'remove',
        summary: 'Remove a resource; its file transfers stay',
        options: [
          {
            name: 'id',
            describe: 'The id of a resource, in the environment addressed, from "standin resources"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
        ],
        examples: [],
        calls: [{ id: 'control.removeResource', needs: ['id'], said: '{id} is removed.' }],
      },
    ],
  },
  outbox: {
    commands: [
      {
        name: 'outbox',
        summary: 'List the messages that were sent, the newest last',
        options: [
          { name: 'id', describe: 'Only the message with this id', kind: 'text', part: 'query', member: 'id' },
          {
            name: 'recipient',
            describe: 'Only messages to this address, or to the recipient that an order names by this number or URN',
            kind: 'text',
            part: 'query',
            member: 'recipient',
          },
          {
            name: 'text',
            describe: 'Only messages with this text in the address or the subject, or to the same recipient as for recipient',
            kind: 'text',
            part: 'query',
            member: 'text',
          },
          {
            name: 'channel',
            describe: 'Only messages of this channel: Email, SMS',
            kind: 'word',
            part: 'query',
            member: 'channel',
            choices: ['Email', 'SMS'],
          },
          {
            name: 'orderId',
            describe: 'Only messages of this order (its notificationOrderId)',
            kind: 'text',
            part: 'query',
            member: 'orderId',
          },
          { name: 'shipmentId', describe: 'Only messages of this shipment', kind: 'text', part: 'query', member: 'shipmentId' },
        ],
        examples: [
          ['standin outbox --channel SMS', 'Every SMS and its status'],
          ['standin outbox --json --recipient 12838590150', 'With whole bodies'],
        ],
        calls: [
          {
            id: 'control.listOutbox',
            needs: [],
            inPages: true,
            list: 'messages',
            columns: [
              ['AT', '{at}'],
              ['TO', '{to}'],
              ['FROM', '{from}'],
              ['STATUS', '{status}', 'status'],
              ['TEXT', '{subject|body}', 'excerpt'],
            ],
          },
          {
            id: 'control.clearOutbox',
            flag: ['clear', 'Empty the outbox instead'],
            needs: [],
            said: 'The outbox of the world {world} is empty.',
          },
        ],
      },
    ],
  },
  events: {
    commands: [
      {
        name: 'events',
        summary: 'List the events that were published, and the subscriptions that got them',
        options: [
          { name: 'transfer', describe: 'Only events of this file transfer (its id)', kind: 'text', part: 'query', member: 'transfer' },
          {
            name: 'type',
            describe: 'Only events of this type, such as published or no.altinn.broker.published',
            kind: 'text',
            part: 'query',
            member: 'type',
          },
          {
            name: 'subject',
            describe: 'Only events for this organization: its number, or its URN',
            kind: 'text',
            part: 'query',
            member: 'subject',
          },
        ],
        examples: [['standin events --type published --subject 313456781', 'The events that a recipient got when files were published']],
        calls: [
          {
            id: 'control.listEvents',
            needs: [],
            inPages: true,
            list: 'events',
            columns: [
              ['TIME', '{event.time}'],
              ['TYPE', '{event.type}', { after: 'no.altinn.broker.' }],
              ['SUBJECT', '{event.subject}', { after: ':' }],
              ['TRANSFER', '{event.resourceinstance}'],
              ['SUBSCRIPTIONS', '{id} {why|deliveries.status}', { each: 'subscriptions' }],
            ],
          },
        ],
      },
    ],
  },
  subscriptions: {
    summary: 'List, add, validate and remove subscriptions to events',
    commands: [
      {
        name: 'list',
        summary: 'List the subscriptions of every consumer, in both environments',
        byDefault: true,
        options: [],
        examples: [],
        calls: [
          {
            id: 'control.listSubscriptions',
            needs: [],
            inPages: true,
            list: 'subscriptions',
            columns: [
              ['ID', '{id}'],
              ['ENVIRONMENT', '{environment}'],
              ['VALIDATED', '{validated}[{!validated}no]', { warning: 'no' }],
              ['CONSUMER', '{consumer}'],
              ['RESOURCE', '{resourceFilter}'],
              ['SUBJECT', '{subjectFilter}'],
              ['TYPE', '{typeFilter}'],
              ['ENDPOINT', '{endPoint}'],
            ],
          },
        ],
      },
      {
        name: 'validate',
        summary: 'Make a subscription count as validated now, or as not validated',
        options: [
          {
            name: 'id',
            describe: 'The id of a subscription, in the environment addressed, from "standin subscriptions"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
          {
            name: 'validated',
            describe: 'Whether the endpoint counts as validated; otherwise it gets no events: on, off',
            kind: 'onOff',
            part: 'body',
            member: 'validated',
            fallback: true,
          },
        ],
        examples: [],
        calls: [
          {
            id: 'control.validateSubscription',
            needs: ['id'],
            sendsBody: true,
            columns: [
              ['ID', '{id}'],
              ['ENVIRONMENT', '{environment}'],
              ['VALIDATED', '{validated}[{!validated}no]', { warning: 'no' }],
              ['CONSUMER', '{consumer}'],
              ['RESOURCE', '{resourceFilter}'],
              ['SUBJECT', '{subjectFilter}'],
              ['TYPE', '{typeFilter}'],
              ['ENDPOINT', '{endPoint}'],
            ],
          },
        ],
      },
      {
        name: 'remove',
        summary: 'Remove a subscription, no matter who made it',
        options: [
          {
            name: 'id',
            describe: 'The id of a subscription, in the environment addressed, from "standin subscriptions"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
        ],
        examples: [],
        calls: [{ id: 'control.removeSubscription', needs: ['id'], said: 'Subscription {id} is removed.' }],
      },
    ],
  },
  deliveries: {
    summary: 'List webhook deliveries, send them again, or break them off',
    commands: [
      {
        name: 'list',
        summary: 'List the deliveries, with status and attempts',
        byDefault: true,
        options: [
          {
            name: 'subscription',
            describe: 'Only deliveries of this subscription (its id)',
            kind: 'text',
            part: 'query',
            member: 'subscription',
          },
          {
            name: 'status',
            describe: 'Only deliveries in this status: waiting, delivered, failed, held, dropped',
            kind: 'word',
            part: 'query',
            member: 'status',
            choices: ['waiting', 'delivered', 'failed', 'held', 'dropped'],
          },
        ],
        examples: [['standin deliveries list --status held', 'Deliveries that wait because Standin may not call their address']],
        calls: [
          {
            id: 'control.listDeliveries',
            needs: [],
            inPages: true,
            list: 'deliveries',
            columns: [
              ['ID', '{id}'],
              ['MADE', '{made}'],
              ['STATUS', '{status}', 'status'],
              ['ATTEMPTS', '{attempts.length}'],
              ['NEXT', '{next}'],
              ['TYPE', '{event.type}'],
              ['ENDPOINT', '{endPoint}'],
              ['WHY', '{attempts.-1.why}'],
            ],
          },
        ],
      },
      {
        name: 'resend',
        summary: 'Send a delivery again, now',
        options: [
          {
            name: 'id',
            describe: 'The id of a delivery, from "standin deliveries list"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
          { name: 'to', describe: 'Send it to this address instead of the endpoint', kind: 'text', part: 'body', member: 'endPoint' },
        ],
        examples: [],
        calls: [
          {
            id: 'control.resendDelivery',
            needs: ['id'],
            columns: [
              ['ID', '{id}'],
              ['MADE', '{made}'],
              ['STATUS', '{status}', 'status'],
              ['ATTEMPTS', '{attempts.length}'],
              ['NEXT', '{next}'],
              ['TYPE', '{event.type}'],
              ['ENDPOINT', '{endPoint}'],
              ['WHY', '{attempts.-1.why}'],
            ],
          },
        ],
      },
      {
        name: 'break-off',
        summary: 'Break off a delivery that is under way or waiting: it fails',
        options: [
          {
            name: 'id',
            describe: 'The id of a delivery, from "standin deliveries list"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
        ],
        examples: [],
        calls: [
          {
            id: 'control.breakOffDelivery',
            needs: ['id'],
            columns: [
              ['ID', '{id}'],
              ['MADE', '{made}'],
              ['STATUS', '{status}', 'status'],
              ['ATTEMPTS', '{attempts.length}'],
              ['NEXT', '{next}'],
              ['TYPE', '{event.type}'],
              ['ENDPOINT', '{endPoint}'],
              ['WHY', '{attempts.-1.why}'],
            ],
          },
        ],
      },
    ],
  },
  contacts: {
    summary: 'List and change the contact register',
    commands: [
      {
        name: 'list',
        summary: 'List people, organizations and external identities',
        byDefault: true,
        options: [
          {
            name: 'condition',
            describe: 'Only contacts with this condition, such as reserved',
            kind: 'text',
            part: 'query',
            member: 'condition',
          },
        ],
        examples: [['standin contacts --condition noDetails', 'People and organizations that cannot be reached']],
        calls: [
          {
            id: 'control.listContacts',
            needs: [],
            inPages: true,
            list: 'contacts',
            columns: [
              ['NUMBER', '{number}'],
              ['CONDITION', '{condition}'],
              ['NAME', '{name}'],
              ['EMAIL', '{emails|email}'],
              ['MOBILE', '{mobiles|mobile}'],
              [
                'ABOUT',
                [
                  '[{!verified}not verified]',
                  '[{?reserved}reserved]',
                  '[confirmed {updated}]',
                  '[service owner {serviceOwner}]',
                  '[{users.length} users]',
                ],
              ],
            ],
          },
        ],
      },
      {
        name: 'show',
        summary: 'Show one contact',
        options: [
          {
            name: 'number',
            describe: 'A national identity number, an organization number, or the URN of an external identity',
            kind: 'text',
            part: 'params',
            member: 'number',
            word: 'required',
          },
        ],
        examples: [],
        calls: [
          {
            id: 'control.showContact',
            needs: ['number'],
            columns: [
              ['NUMBER', '{number}'],
              ['CONDITION', '{condition}'],
              ['NAME', '{name}'],
              ['EMAIL', '{emails|email}'],
              ['MOBILE', '{mobiles|mobile}'],
              [
                'ABOUT',
                [
                  '[{!verified}not verified]',
                  '[{?reserved}reserved]',
                  '[confirmed {updated}]',
                  '[service owner {serviceOwner}]',
                  '[{users.length} users]',
                ],
              ],
            ],
          },
        ],
      },
      {
        name: 'remove',
        summary: 'Remove a contact',
        options: [
          {
            name: 'number',
            describe: 'A national identity number, an organization number, or the URN of an external identity',
            kind: 'text',
            part: 'params',
            member: 'number',
            word: 'required',
          },
        ],
        examples: [],
        calls: [{ id: 'control.removeContact', needs: ['number'], said: '{number} is removed.' }],
      },
    ],
  },
  files: {
    summary: 'List file transfers, publish one, end its scan, let it expire, or download its file',
    commands: [
      {
        name: 'publish',
        summary: 'Publish a file of any size; its bytes are made while a recipient downloads them',
        options: [
          {
            name: 'size',
            describe: 'The size in bytes; none of them is stored',
            kind: 'integer',
            part: 'body',
            member: 'size',
            least: 0,
            fallback: 1000,
          },
          {
            name: 'seed',
            describe: "The same seed gives the same bytes; the simulator's when absent",
            kind: 'integer',
            part: 'body',
            member: 'seed',
          },
          { name: 'fileName', describe: 'The name of the file: 1 to 255 characters', kind: 'text', part: 'body', member: 'fileName' },
          {
            name: 'sender',
            describe: 'The number of the organization that sends it, or any form that the service accepts',
            kind: 'text',
            part: 'body',
            member: 'sender',
          },
          {
            name: 'recipients',
            describe: 'The numbers of the organizations that may download (separated by commas)',
            kind: 'texts',
            part: 'body',
            member: 'recipients',
          },
          {
            name: 'resource',
            describe: 'The id of the resource; standin-unscanned when absent. In production, others need an approval',
            kind: 'text',
            part: 'body',
            member: 'resourceId',
          },
        ],
        examples: [['standin files publish --size 100000000000 --recipients 370916446', 'A file of 100 GB; nothing is stored']],
        calls: [{ id: 'control.publishFileTransfer', needs: [], sendsBody: true, said: '{fileTransferId}' }],
      },
      {
        name: 'scan',
        summary: 'End the scan of a file now',
        options: [
          {
            name: 'id',
            describe: 'The id of a file transfer, in the environment addressed, from "standin files"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
          {
            name: 'result',
            describe: 'The result; name and content of the file decide when absent: clean, infected, error',
            kind: 'word',
            part: 'body',
            member: 'result',
            choices: ['clean', 'infected', 'error'],
          },
        ],
        examples: [],
        calls: [{ id: 'control.scanFileTransfer', needs: ['id'], said: '{fileTransferId} is {status}.' }],
      },
      {
        name: 'expire',
        summary: 'Purge a file now, as at the end of its time or of its grace period',
        options: [
          {
            name: 'id',
            describe: 'The id of a file transfer, in the environment addressed, from "standin files"',
            kind: 'text',
            part: 'params',
            member: 'id',
            word: 'required',
          },
        ],
        examples: [],
        calls: [{ id: 'control.expireFileTransfer', needs: ['id'], said: '{fileTransferId} is {status}.' }],
      },
    ],
  },
  token: {
    commands: [
      {
        name: 'token',
        summary: 'Print a token, for the header "Authorization: Bearer <token>"',
        options: [
          { name: 'org', describe: 'The code of a service owner, such as ttd', kind: 'text', part: 'body', member: 'org' },
          {
            name: 'orgNo',
            describe: "The organization number of the caller; that of the vendor where the token is a system user's",
            kind: 'text',
            part: 'body',
            member: 'orgNo',
          },
          {
            name: 'scope',
            describe: 'The scopes, separated by spaces; all scopes of the service when absent',
            kind: 'text',
            part: 'body',
            member: 'scope',
          },
          {
            name: 'clientId',
            describe: 'The client id of the integration; derived from the organization number when absent',
            kind: 'text',
            part: 'body',
            member: 'clientId',
          },
          {
            name: 'systemUserOrg',
            describe: 'The number of the organization for which a system user acts',
            kind: 'text',
            part: 'body',
            member: 'systemUserOrg',
          },
          {
            name: 'issuer',
            describe: 'The issuer: platform, or maskinporten for a token that is not exchanged yet; platform when absent',
            kind: 'word',
            part: 'body',
            member: 'issuer',
            choices: ['platform', 'maskinporten'],
          },
          {
            name: 'ttl',
            describe: 'How long it is valid: a duration such as 30m or PT30M, or seconds; 30m when absent',
            kind: 'duration',
            part: 'body',
            member: 'ttl',
          },
        ],
        examples: [
          ['standin token --org ttd --scope altinn:serviceowner/notifications.create', 'A token to order notifications as ttd'],
          ['standin token --org-no 313131313 --scope "altinn:broker.read altinn:broker.write"', 'A token to transfer files'],
        ],
        calls: [{ id: 'control.makeToken', needs: [], said: '{token}' }],
      },
    ],
  },
}
