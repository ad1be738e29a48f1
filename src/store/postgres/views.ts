/** The views of a schema of PostgreSQL. */
import { views } from '../views.ts'

const names = views.map(({ name }) => name)

/** A view whose columns differ is made anew, and who could read it before can read it again. */
export const viewsIn = (s: string): string => `
DO $$
DECLARE
  granted text;
  grants text[] := ARRAY(
    SELECT format('%I TO %s', relname, CASE WHEN grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END)
      FROM pg_class, aclexplode(relacl)
      WHERE relnamespace = '${s}'::regnamespace AND relname IN ('${names.join("', '")}') AND grantee <> relowner AND privilege_type = 'SELECT');
BEGIN
${views.map((view) => viewIn(s, view)).join('\n')}
  FOREACH granted IN ARRAY grants LOOP EXECUTE 'GRANT SELECT ON ${s}.' || granted; END LOOP;
END $$;
`

function viewIn(s: string, { name, kind, perEnvironment, members }: (typeof views)[number]): string {
  const ofRecord = members?.map(([column, member]) => `j.son ->> '${member}' AS "${column}"`) ?? [`j.son #>> '{}' AS value`]
  const columns = ['w.name AS world', ...(perEnvironment ? ['r.environment'] : []), ...ofRecord]
  const view = `VIEW ${s}.${name} AS SELECT ${columns.join(', ')} FROM ${s}.record AS r JOIN ${s}.world AS w ON w.number = r.world
  CROSS JOIN LATERAL (SELECT ${s}.readable(r.json) AS son) AS j WHERE r.kind = '${kind}'`
  return `BEGIN CREATE OR REPLACE ${view}; EXCEPTION WHEN invalid_table_definition THEN DROP VIEW ${s}.${name}; CREATE ${view}; END;`
}
