/** The recipes: each has a button to run it, and the page shows its story, its calls, and an equivalent curl script. */
import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Lines, StatusBadge, Table } from '../../components/facts.tsx'
import { Empty, Loaded, Problem, QueryText } from '../../components/list.tsx'
import { Text } from '../../components/text.tsx'
import { CodeLine, Copy } from '../../components/toast.tsx'
import { useChange, useControl, wholeList } from '../../data/control.ts'
import { hrefOf, type PageProps, useQueryValue } from '../../shell/address.ts'
import './recipes.css'

type Recipe = ControlReply<'control.listRecipes'>['recipes'][number]
type Triggered = ControlReply<'control.triggerRecipe'>
type Call = Triggered['calls'][number]

export function page({ rest: [open] }: PageProps) {
  const list = useControl('control.listRecipes', { query: wholeList })
  return (
    <div class="recipes centred">
      <h1>Recipes</h1>
      <p class="lead">
        Each button runs a complete story in this world, with a separate caller. A story's failures do not affect other clients, and the
        story switches off every scenario that it switched on.
      </p>
      <Loaded of={list}>
        {({ recipes }) => (open === undefined ? <Recipes of={recipes} /> : <One recipe={recipes.find(({ name }) => name === open)} />)}
      </Loaded>
    </div>
  )
}

const isOutage = ({ name }: Recipe) => name.startsWith('outage-')

function Recipes({ of: recipes }: { readonly of: readonly Recipe[] }) {
  const [text] = useQueryValue('text')
  const words = text.toLowerCase().split(/\s+/)
  const isIn = (texts: readonly string[]) => words.every((word) => texts.join(' ').toLowerCase().includes(word))
  const fitting = recipes.filter(({ name, title, summary, words: own }) => isIn([name, title, summary, ...own]))
  const stories = <Cards key="stories" title="Stories" of={fitting.filter((each) => !isOutage(each))} />
  const outages = <Cards key="outages" title="Outages" of={fitting.filter(isOutage)} />
  // A tester who types 503 wants the outage rather than a story that mentions it, so titles and keywords come first.
  const [best] = fitting.filter(({ title, words: own }) => isIn([title, ...own]))
  return (
    <>
      <div class="find">
        <QueryText name="text" label="Find a recipe" type="search" placeholder="Find: bounce, 429, malware, timeout …" />
      </div>
      {best && isOutage(best) ? [outages, stories] : [stories, outages]}
      {fitting.length === 0 && <Empty title="No recipe matches." />}
    </>
  )
}

const Cards = ({ title, of: recipes }: { readonly title: string; readonly of: readonly Recipe[] }) =>
  recipes.length === 0 ? null : (
    <section>
      <h2>{title}</h2>
      <ul>
        {recipes.map((recipe) => (
          <li key={recipe.name} class="card">
            <Card recipe={recipe} />
          </li>
        ))}
      </ul>
    </section>
  )

const One = ({ recipe }: { readonly recipe: Recipe | undefined }) => (
  <>
    <p>
      <a href={hrefOf(['recipes'])}>All recipes</a>
    </p>
    {recipe ? (
      <div class="card">
        <Card recipe={recipe} />
      </div>
    ) : (
      <Empty title="Recipe not found." />
    )}
  </>
)

function Card({ recipe: { name, title, summary } }: { readonly recipe: Recipe }) {
  const trigger = useChange('control.triggerRecipe')
  const { data, error, isPending } = trigger
  return (
    <>
      <div class="head">
        <div>
          <h3>{title}</h3>
          <p class="quiet">{summary}.</p>
        </div>
        <Button
          label={isPending ? 'Running …' : 'Run this recipe'}
          aria-label={`${isPending ? 'Running …' : 'Run this recipe'} (${name})`}
          class="primary"
          disabled={isPending}
          act={() => trigger.mutate({ params: { recipe: name } })}
        />
      </div>
      <div aria-live="polite">
        {error && !isPending && <Problem error={error} />}
        {data && <Told key={data.caller} told={data} />}
      </div>
    </>
  )
}

const Told = ({ told: { name, title, happened, calls, caller, curl } }: { readonly told: Triggered }) => (
  <section class="told" aria-label={`What happened: ${title}`}>
    <ol>
      {happened.map((sentence) => (
        <Text as="li" key={sentence}>
          {sentence}
        </Text>
      ))}
    </ol>
    <Table label={`The calls: ${title}`} columns={columns} rows={calls} keyOf={(call) => String(calls.indexOf(call))} />
    <p class="parts">
      <a href={hrefOf(['calls'], { query: `caller:${caller}` })}>See its calls in the traffic</a>
      <CodeLine inline text={`standin trigger ${name}`} what="the command" />
    </p>
    <details>
      <summary>The same with curl</summary>
      <p>
        <Copy text={curl} what="the script" label="Copy the script" />
      </p>
      <Lines>
        <Text lines>{curl}</Text>
      </Lines>
    </details>
  </section>
)

const columns = [
  {
    title: 'Line',
    cell: ({ line }: Call) => (line === null ? <span class="quiet">–</span> : <a href={hrefOf(['calls', line])}>{line}</a>),
  },
  { title: 'Call', cell: ({ operation }: Call) => <Text>{operation}</Text> },
  { title: 'Status', cell: ({ status }: Call) => <StatusBadge status={status} /> },
  { title: 'Why', cell: ({ why }: Call) => why && <Text>{why}</Text> },
]
