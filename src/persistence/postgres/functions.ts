/** SQL functions in a PostgreSQL schema. */

/** In seconds. A server that has lost its session stops answering sooner than this. */
const settled = 4

/** `s`: the quoted schema. All names are qualified, because the search path contains no schema. */
export const functionsIn = (s: string): string => `
CREATE OR REPLACE FUNCTION ${s}.incarnation() RETURNS text LANGUAGE plpgsql AS $$
-- Identifies the PostgreSQL process that grants locks. It changes with a restart, and with a failover to another machine.
BEGIN
  RETURN extract(epoch FROM pg_postmaster_start_time()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
EXCEPTION WHEN OTHERS THEN
  RETURN extract(epoch FROM pg_postmaster_start_time()) || ' ?';
END $$;

CREATE OR REPLACE FUNCTION ${s}.lives(server integer, class integer) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  -- For other servers only: a session can always get its own lock again.
  SELECT NOT pg_try_advisory_xact_lock_shared(class, server)
$$;

CREATE OR REPLACE FUNCTION ${s}.is_settled(dead integer, me integer) RETURNS boolean LANGUAGE plpgsql AS $$
-- True if a server whose lock is free can no longer answer calls. A restart of PostgreSQL frees the locks of servers that have not noticed it yet.
DECLARE
  its text := (SELECT incarnation FROM ${s}.server WHERE id = dead);
  mine text := (SELECT incarnation FROM ${s}.server WHERE id = me);
BEGIN
  RETURN coalesce(its = mine, false)
    OR (SELECT min(started) FROM ${s}.server WHERE incarnation = mine) < clock_timestamp() - interval '${settled}s'
    OR (coalesce(split_part(its, ' ', 2) = split_part(mine, ' ', 2), false)
      AND pg_postmaster_start_time() < clock_timestamp() - interval '${settled}s');
END $$;

CREATE OR REPLACE FUNCTION ${s}.begin_server(its_instance text, its_address text, its_options text, OUT me integer, OUT class integer) LANGUAGE plpgsql AS $$
DECLARE
  old integer;
BEGIN
  me := nextval('${s}.server_id');
  class := CASE WHEN oid::bigint > 2147483647 THEN oid::bigint - 4294967296 ELSE oid::bigint END
    FROM (SELECT '${s}.server'::regclass::oid) AS the;
  PERFORM pg_advisory_lock(class, me);
  INSERT INTO ${s}.server (id, instance, address, started, pid, incarnation, options)
    VALUES (me, its_instance, its_address, clock_timestamp(), pg_backend_pid(), ${s}.incarnation(), its_options);
  FOR old IN SELECT id FROM ${s}.server WHERE id <> me AND id NOT IN (SELECT owner FROM ${s}.world WHERE owner IS NOT NULL) LOOP
    IF NOT ${s}.lives(old, class) THEN DELETE FROM ${s}.server WHERE id = old; END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION ${s}.let_go_all(old integer, moment double precision) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ${s}.world WHERE name IN (SELECT name FROM ${s}.world WHERE owner = old AND number IS NULL ORDER BY name FOR UPDATE);
  UPDATE ${s}.world SET owner = NULL, left_at = moment
    WHERE name IN (SELECT name FROM ${s}.world WHERE owner = old ORDER BY name FOR UPDATE);
END $$;

CREATE OR REPLACE FUNCTION ${s}.let_go(its_name text, me integer, moment double precision) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ${s}.world WHERE name = its_name AND owner = me AND number IS NULL;
  UPDATE ${s}.world SET owner = NULL, left_at = moment WHERE name = its_name AND owner = me;
END $$;

CREATE OR REPLACE FUNCTION ${s}.free_dead(me integer, class integer, moment double precision) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  old integer;
BEGIN
  FOR old IN SELECT DISTINCT owner FROM ${s}.world WHERE owner IS NOT NULL AND owner <> me LOOP
    IF NOT ${s}.lives(old, class) AND ${s}.is_settled(old, me) THEN PERFORM ${s}.let_go_all(old, moment); END IF;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION ${s}.take(its_name text, makes boolean, me integer, class integer,
  OUT state text, OUT number double precision, OUT version integer, OUT json text, OUT due double precision, OUT instance text, OUT address text)
LANGUAGE plpgsql AS $$
DECLARE
  it ${s}.world;
BEGIN
  LOOP
    IF makes THEN INSERT INTO ${s}.world (name, owner) VALUES (its_name, me) ON CONFLICT DO NOTHING; END IF;
    SELECT * INTO it FROM ${s}.world AS w WHERE w.name = its_name FOR UPDATE;
    EXIT WHEN FOUND;
    IF NOT makes THEN state := 'free'; RETURN; END IF;
    -- Another server released the name in between.
  END LOOP;
  IF it.owner <> me THEN
    IF ${s}.lives(it.owner, class) THEN
      state := 'elsewhere';
      SELECT o.instance, o.address INTO instance, address FROM ${s}.server AS o WHERE o.id = it.owner;
      RETURN;
    ELSIF NOT ${s}.is_settled(it.owner, me) THEN
      state := 'away';
      RETURN;
    END IF;
  END IF;
  IF it.number IS NULL AND NOT makes THEN
    IF it.owner <> me THEN DELETE FROM ${s}.world AS w WHERE w.name = its_name; END IF;
  ELSIF it.owner IS DISTINCT FROM me OR it.left_at IS NOT NULL THEN
    UPDATE ${s}.world AS w SET owner = me, left_at = NULL WHERE w.name = its_name;
  END IF;
  state := CASE WHEN it.number IS NULL THEN 'free' ELSE 'here' END;
  number := it.number; version := it.version; json := it.json; due := it.due;
END $$;

CREATE OR REPLACE FUNCTION ${s}.keep(changes text, me integer) RETURNS void LANGUAGE plpgsql AS $$
-- Consecutive changes of the same kind are one statement.
DECLARE
  run text;
  f text[];
BEGIN
  FOR run IN SELECT string_to_table(changes, E'\\x1d') LOOP
    IF left(run, 1) = 'p' THEN
      INSERT INTO ${s}.record
        SELECT DISTINCT ON (c[2]::bigint, c[3]::bigint) c[2]::bigint, c[3]::bigint, c[4], c[5], c[6], c[7]::integer, c[8]
          FROM string_to_table(run, E'\\x1e') WITH ORDINALITY AS t (line, nth),
            LATERAL (SELECT string_to_array(line, E'\\x1f', '') AS c OFFSET 0) AS l
          ORDER BY c[2]::bigint, c[3]::bigint, nth DESC
        ON CONFLICT (world, row) DO UPDATE SET kind = excluded.kind, environment = excluded.environment, key = excluded.key,
          version = excluded.version, json = excluded.json;
      CONTINUE;
    END IF;
    f := string_to_array(run, E'\\x1f', '');
    CASE f[1]
      WHEN 'r' THEN DELETE FROM ${s}.record WHERE world = f[2]::bigint AND row = ANY (string_to_array(f[3], ',')::bigint[]);
      WHEN 'd' THEN UPDATE ${s}.world SET due = f[3]::double precision WHERE number = f[2]::bigint;
      WHEN 'w' THEN
        INSERT INTO ${s}.world AS w (name, owner, number, version, json) VALUES (f[3], me, f[2]::bigint, f[4]::integer, f[5])
          ON CONFLICT (name) DO UPDATE SET number = excluded.number, version = excluded.version, json = excluded.json,
              due = CASE WHEN w.number = excluded.number THEN w.due END
            WHERE w.owner = me;
        IF NOT FOUND THEN RAISE EXCEPTION 'the world % belongs to another server', f[3]; END IF;
      WHEN 'v' THEN
        INSERT INTO ${s}.value VALUES (f[2], f[3]) ON CONFLICT (name) DO UPDATE SET json = excluded.json;
      WHEN 'x' THEN
        DELETE FROM ${s}.record WHERE world = f[2]::bigint;
        UPDATE ${s}.world SET number = NULL, version = NULL, json = NULL, due = NULL WHERE number = f[2]::bigint;
    END CASE;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION ${s}.readable(json text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  -- JSON text may contain escaped NULs and lone surrogates, but jsonb may not.
  SELECT CASE WHEN position('\\u' IN json) = 0 THEN json::jsonb
    ELSE regexp_replace(json, '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\\\ufffd', 'g')::jsonb END
$$;
`
