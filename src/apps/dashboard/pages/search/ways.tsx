/** Search results for testers' keywords: recipes, magic recipients, and scenarios with their switches. */
import type { ControlReply } from '../../../../control/client.ts'
import { Badge, toneOfMessage } from '../../components/facts.tsx'
import { Quiet, Text } from '../../components/text.tsx'
import { Copy } from '../../components/toast.tsx'
import { useControl } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import { shortest } from '../docs/hits.tsx'
import { nameOf } from '../messages/magic-recipients.tsx'
import { type Scenario, SwitchScenario } from '../scenarios/rules.tsx'

const most = 6

/** `isNothing`: true if nothing matches or the text is too short. False until all replies have arrived. */
export function useWays(text: string) {
  const enabled = text.trim().length >= shortest
  const query = { text: text.slice(0, 200), limit: String(most) }
  const recipes = useControl('control.listRecipes', { query }, { enabled }).data
  const recipients = useControl('control.listRecipients', { query }, { enabled }).data
  const scenarios = useControl('control.listScenarios', { query }, { live: true, enabled }).data
  const all = [recipes, recipients, scenarios]
  const lists = enabled && (
    <>
      {recipes && recipes.total > 0 && <Recipes of={recipes.recipes} total={recipes.total} text={text} />}
      {recipients && recipients.total > 0 && <Recipients of={recipients.recipients} total={recipients.total} />}
      {scenarios && scenarios.total > 0 && <Scenarios of={scenarios.scenarios} total={scenarios.total} text={text} />}
    </>
  )
  return { lists, isNothing: !enabled || all.every((each) => each?.total === 0) }
}

interface ListProps<One> {
  readonly of: readonly One[]
  readonly total: number
}

interface SearchedProps<One> extends ListProps<One> {
  readonly text: string
}

const Recipes = ({ of: recipes, total, text }: SearchedProps<ControlReply<'control.listRecipes'>['recipes'][number]>) => (
  <section class="ways" aria-label="Recipes">
    <h2>Recipes</h2>
    <ul class="box lines">
      {recipes.map(({ name, title, summary }) => (
        <li key={name}>
          <a href={hrefOf(['recipes', name])}>{title}</a> <Quiet>{summary}</Quiet>
        </li>
      ))}
    </ul>
    {total > most && <a href={hrefOf(['recipes'], { text })}>All {total} recipes</a>}
  </section>
)

type Recipient = ControlReply<'control.listRecipients'>['recipients'][number]

const Recipients = ({ of: recipients, total }: ListProps<Recipient>) => (
  <section class="ways" aria-label="Recipients">
    <h2>Recipients</h2>
    <ul class="box lines">
      {recipients.map(({ status, recipient, how }) => {
        const name = nameOf(recipient)
        return (
          <li key={`${status} ${name}`} class="row">
            <Text as="code">{name}</Text> <Copy text={name} what={name} />
            <Badge tone={toneOfMessage(status)}>{status}</Badge> <Quiet>{how}</Quiet>
          </li>
        )
      })}
    </ul>
    {total > most && <a href={hrefOf(['messages', 'recipients'])}>All magic recipients</a>}
  </section>
)

const Scenarios = ({ of: scenarios, total, text }: SearchedProps<Scenario>) => (
  <section class="ways" aria-label="Scenarios">
    <h2>Scenarios</h2>
    <ul class="box lines">
      {scenarios.map((scenario) => (
        <li key={scenario.name} class="row">
          <SwitchScenario scenario={scenario} />
          <a href={hrefOf(['scenarios', scenario.name])}>
            <Text as="strong">{scenario.name}</Text>
          </a>{' '}
          <Quiet>{scenario.summary}</Quiet>
        </li>
      ))}
    </ul>
    {total > most && <a href={hrefOf(['scenarios'], { text })}>All {total} scenarios</a>}
  </section>
)
