/** The environment's resources and their configuration, for viewing and editing. */

import { useState } from 'preact/hooks'
import type { ControlInput, ControlReply } from '../../../../control/client.ts'
import { EntryActions, Form } from '../../components/dialog.tsx'
import { Badge } from '../../components/facts.tsx'
import { CheckField, filledLines, TextArea, TextField } from '../../components/fields.tsx'
import { Loaded, Register } from '../../components/list.tsx'
import { counted, Size, Text } from '../../components/text.tsx'
import { Who } from '../../components/who.tsx'
import { environment, useChange, useControl, wholeList } from '../../data/control.ts'
import { nameOf } from '../../data/names.ts'
import { go, hrefOf, type PageProps, storyHref } from '../../shell/address.ts'

type Resource = ControlReply<'control.listResources'>['resources'][number]

export function page({ rest: [open] }: PageProps) {
  const resources = useControl('control.listResources', { query: wholeList }, { live: true })
  return (
    <Loaded of={resources}>
      {({ resources: both }) => (
        <Register<Resource>
          title="Resources"
          lead={`The resources for file transfers in ${environment}.`}
          path="resources"
          entries={both.filter((each) => each.environment === environment)}
          keyOf={({ id }) => id}
          textOf={(resource) => JSON.stringify([...Object.values(resource), nameOf(resource.owner ?? '')])}
          row={(resource) => <Row resource={resource} />}
          open={open}
          show={(resource) => <ResourceForm resource={resource} known />}
          unknown="Resource not found."
          add={{ label: 'Add a resource', form: () => <ResourceForm resource={newResource} known={false} /> }}
        />
      )}
    </Loaded>
  )
}

function Row({ resource }: { readonly resource: Resource }) {
  const { id, owner, configured, registered, timeToLive, maxFileTransferSize, accessList, requiredParty } = resource
  return (
    <>
      <Text as="strong">{id}</Text> {!configured && <Badge tone="warn">not configured</Badge>}{' '}
      {!registered && <Badge tone="bad">not registered</Badge>}{' '}
      {accessList && <Badge tone="info">{counted(accessList.length, 'recipient')}</Badge>}{' '}
      {requiredParty !== null && <Badge tone="info">required party</Badge>}
      <br />
      <span class="quiet">
        {owner === null ? 'no owner' : 'owner '}
        {owner !== null && <Who of={owner} />}
        {timeToLive !== null && ` · time to live ${timeToLive}`}
        {maxFileTransferSize !== null && [' · at most ', <Size key="size" of={maxFileTransferSize} />]}
      </span>
    </>
  )
}

const newResource: Resource = {
  id: '',
  environment,
  owner: '991825827',
  configured: true,
  registered: true,
  maxFileTransferSize: null,
  timeToLive: 'P30D',
  purgeAfterConfirmed: true,
  gracePeriod: 'PT2H',
  useManifestFileShim: null,
  externalServiceCode: null,
  externalServiceEdition: null,
  requiredParty: null,
  accessList: null,
  unscannedApproved: false,
}

const fields = [
  ['owner', 'Owner', 'A 9-digit organization number.'],
  ['maxFileTransferSize', 'Largest file', "Bytes. Leave empty for the service's limit."],
  ['timeToLive', 'Time to live', 'For example P30D or 10m.'],
  ['gracePeriod', 'Grace period', 'Between the last confirmation and the purge.'],
  ['requiredParty', 'Required party', 'Sender or only recipient.'],
  ['externalServiceCode', "Older service's code", 'It has no effect here.'],
  ['externalServiceEdition', "Older service's edition", 'It has no effect here.'],
] as const

const checks = [
  ['purgeAfterConfirmed', 'Purge once all recipients have confirmed'],
  ['unscannedApproved', 'Files can be sent without a virus scan'],
  ['useManifestFileShim', 'Older clients get a manifest file'],
  ['configured', 'Its owner has configured it'],
  ['registered', 'It is in the resource registry'],
] as const

/** `known`: true if the resource exists. */
function ResourceForm({ resource, known }: { readonly resource: Resource; readonly known: boolean }) {
  const [written, write] = useState(resource)
  const { accessList } = written
  const put = useChange('control.putResource', ({ id }) => {
    go(hrefOf(['resources', id]))
    return `Resource ${id} was saved.`
  })
  const remove = useChange('control.removeResource', () => {
    go(hrefOf(['resources']))
    return `Resource ${resource.id} was removed.`
  })
  const change = (values: Partial<Resource>) => write((before) => ({ ...before, ...values }))
  const body = membersOf({ ...written, accessList: accessList && filledLines(accessList) })

  return (
    <Form
      class="card"
      label={known ? `Resource ${resource.id}` : 'A new resource'}
      submit={() => put.mutate({ params: { id: written.id }, body })}
    >
      <h2>{known ? <Text>{resource.id}</Text> : 'A new resource'}</h2>
      {known && (
        <p class="quiet">
          <a href={storyHref(resource.id)}>its story</a>
        </p>
      )}
      <div class="fields">
        {!known && <TextField label="Id" value={written.id} change={(id) => change({ id: id.trim() })} required autoFocus />}
        {fields.map(([member, label, hint]) => {
          const isNumber = member === 'maxFileTransferSize' || member === 'externalServiceEdition'
          const read = (text: string) => (isNumber ? (text === '' ? null : Number(text)) : text.trim())
          const value = { value: String(written[member] ?? ''), change: (text: string) => change({ [member]: read(text) }) }
          const placeholder = member === 'requiredParty' ? '0192:NNNNNNNNN' : undefined
          return (
            <TextField key={member} label={label} type={isNumber ? 'number' : 'text'} {...value} placeholder={placeholder} hint={hint} />
          )
        })}
      </div>
      <div class="checks row">
        {checks.map(([member, label]) => (
          <CheckField key={member} label={label} checked={written[member] ?? false} change={(is) => change({ [member]: is })} />
        ))}
        <CheckField
          label="Restrict the recipients"
          checked={accessList !== null}
          change={(some) => change({ accessList: some ? [] : null })}
        />
      </div>
      {accessList !== null && (
        <TextArea
          label="Allowed recipients, one per line"
          rows={3}
          value={accessList.join('\n')}
          change={(value) => change({ accessList: value.split('\n') })}
          hint="Each in the format 0192:NNNNNNNNN. If empty, no recipient is allowed."
        />
      )}
      <EntryActions what={`the resource ${resource.id}`} known={known} remove={() => remove.mutate({ params: { id: resource.id } })} />
    </Form>
  )
}

/** Omits members that were never set. */
function membersOf(resource: Resource): ControlInput<'control.putResource'>['body'] {
  const { id: _id, environment: _environment, configured, registered, ...members } = resource
  const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== ''))
  return { ...given, ...(!configured && { configured }), ...(!registered && { registered }) }
}
