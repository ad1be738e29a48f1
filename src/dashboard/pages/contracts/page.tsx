/** The provider states that contracts may name: each is arranged by a click, and shows the values that it leaves. */
import { Empty, Loaded } from '../../components/loaded.tsx'
import { Register } from '../../components/register.tsx'
import { useControl } from '../../data/control.ts'
import type { PageProps } from '../../shell/address.ts'
import { type ProviderState, StateForm } from './state-form.tsx'

export function page({ rest: [open] }: PageProps) {
  const states = useControl('control.listProviderStates', { query: { limit: '10000' } })
  return (
    <Loaded of={states}>
      {({ providerStates: all }) => {
        const chosen = all.find(({ state }) => state === open)
        return (
          <Register<ProviderState>
            title="Contracts"
            lead="The provider states that a contract may name. Arrange one, and the world is as the contract needs it."
            path="contracts"
            entries={all}
            keyOf={({ state }) => state}
            textOf={({ state, params, values }) => [state, ...Object.keys(params), ...values].join(' ')}
            row={({ state, values }) => (
              <>
                {state}
                <br />
                <span class="quiet">{values.length === 0 ? 'leaves no values' : `leaves ${values.join(', ')}`}</span>
              </>
            )}
            open={open}
          >
            {open !== undefined && (chosen ? <StateForm key={open} given={chosen} /> : <Empty title="There is no such provider state." />)}
          </Register>
        )
      }}
    </Loaded>
  )
}
