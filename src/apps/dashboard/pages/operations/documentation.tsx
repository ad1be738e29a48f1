/** An operation's documentation from the OpenAPI document: access, request, and all replies. */
import { Facts, StatusBadge } from '../../components/facts.tsx'
import { Body } from '../../components/http-message.tsx'
import { Text } from '../../components/text.tsx'
import { base } from '../../data/control.ts'
import { type Content, type Documented, documentedIn, type Operation } from './document.ts'
import { Member, Members, typeOf } from './members.tsx'

export function Documentation({ document, operation }: { readonly document: unknown; readonly operation: Operation }) {
  const { scopes, limit, dependsOn, bodies, replies } = documentedIn(operation.item)
  return (
    <section class="documentation" aria-label="OpenAPI document">
      <h3>
        OpenAPI document{' '}
        <a href={`${base}/_standin/openapi.json`} target="_blank" rel="noreferrer">
          the whole document
        </a>
      </h3>
      <Facts
        of={{
          Operation: <code>{operation.id}</code>,
          Address: (
            <code>
              {operation.method} {operation.path}
            </code>
          ),
          Token: tokenOf(scopes),
          Limit: limit,
          'Depends on': dependsOn.length === 0 ? undefined : dependsOn.join(', '),
        }}
      />
      {operation.parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <ul class="members">
            {operation.parameters.map(({ name, in: parameterLocation, schema, required, description }) => (
              <Member
                key={`${parameterLocation} ${name}`}
                name={name}
                type={`${typeOf(document, schema)}, in the ${parameterLocation}`}
                required={required}
                text={description}
              />
            ))}
          </ul>
        </>
      )}
      {bodies.length > 0 && <h4>Body</h4>}
      {bodies.map((content) => (
        <ContentOf key={content.type} document={document} content={content} />
      ))}
      <h4>Replies</h4>
      {replies.map((reply) => (
        <Reply key={reply.status} document={document} reply={reply} />
      ))}
    </section>
  )
}

function tokenOf(scopes: Documented['scopes']): string {
  if (scopes === undefined) return 'not needed'
  return scopes.length === 0 ? 'any' : `with ${scopes.join(' or ')}`
}

interface ReplyProps {
  readonly document: unknown
  readonly reply: Documented['replies'][number]
}

const Reply = ({ document, reply: { status, description, headers, contents } }: ReplyProps) => (
  <details>
    <summary>
      {/^\d+$/.test(status) ? <StatusBadge status={Number(status)} /> : status} {description}
    </summary>
    {headers.length > 0 && (
      <ul class="members">
        {headers.map(([name, text]) => (
          <Member key={name} name={name} type="header" text={text} />
        ))}
      </ul>
    )}
    {contents.map((content) => (
      <ContentOf key={content.type} document={document} content={content} />
    ))}
  </details>
)

const ContentOf = ({ document, content: { type, schema, examples } }: { readonly document: unknown; readonly content: Content }) => (
  <div class="content">
    <p>
      <code>{type}</code> <span class="quiet">{typeOf(document, schema)}</span>
    </p>
    <Members document={document} schema={schema} />
    {examples.map(({ name, summary, value }) => (
      <details key={name}>
        <summary>
          <Text>{name === 'example' ? 'Example' : `Example: ${name}`}</Text> <span class="quiet">{summary}</span>
        </summary>
        <Body text={typeof value === 'string' ? value : JSON.stringify(value)} />
      </details>
    ))}
  </div>
)
