/** The resources of the environment, with their configuration. */

import { Badge } from '../../components/badge.tsx'
import { Empty, Loaded } from '../../components/loaded.tsx'
import { Register } from '../../components/register.tsx'
import { counted, Text } from '../../components/text.tsx'
import { Size } from '../../components/time.tsx'
import { environment, useControl } from '../../data/control.ts'
import { type PageProps, useQueryValue } from '../../shell/address.ts'
import { type Resource, ResourceForm } from './resource-form.tsx'

export function page({ rest: [open] }: PageProps) {
  const [add] = useQueryValue('add')
  const resources = useControl('control.listResources', { query: { limit: '10000' } }, { live: true })
  return (
    <Loaded of={resources}>
      {({ resources: both }) => {
        const all = both.filter((each) => each.environment === environment)
        return (
          <Register<Resource>
            title="Resources"
            lead={`What file transfers belong to, in ${environment}.`}
            path="resources"
            entries={all}
            keyOf={({ id }) => id}
            textOf={(resource) => JSON.stringify(Object.values(resource))}
            row={(resource) => <Row resource={resource} />}
            open={open}
            add="Add a resource"
          >
            {opened(all, open, add)}
          </Register>
        )
      }}
    </Loaded>
  )
}

function opened(all: readonly Resource[], open: string | undefined, add: string) {
  if (open === undefined) return add === '' ? null : <ResourceForm resource={newResource} known={false} />
  const resource = all.find(({ id }) => id === open)
  return resource ? <ResourceForm key={open} resource={resource} known /> : <Empty title="There is no such resource." />
}

function Row({
  resource: { id, owner, configured, registered, timeToLive, maxFileTransferSize, accessList, requiredParty },
}: {
  readonly resource: Resource
}) {
  return (
    <>
      <Text as="strong">{id}</Text> {!configured && <Badge tone="warn">not configured</Badge>}{' '}
      {!registered && <Badge tone="bad">not registered</Badge>}{' '}
      {accessList && <Badge tone="info">{counted(accessList.length, 'recipient')}</Badge>}{' '}
      {requiredParty !== null && <Badge tone="info">required party</Badge>}
      <br />
      <span class="quiet">
        {owner === null ? 'no owner' : `owner ${owner}`}
        {timeToLive !== null && ` · lives ${timeToLive}`}
        {maxFileTransferSize !== null && (
          <>
            {' · at most '}
            <Size of={maxFileTransferSize} />
          </>
        )}
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
