-- Written by hand, like 0002. Everything that the generated tables in 0001 refer to: the roles of
-- their policies and the operators of their search indexes.

-- Two roles that can't log in and own no tables. Roles belong to the whole server, so another
-- database on the same server may have created them already.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['footfall_app', 'footfall_system'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', wanted);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
    EXECUTE format('GRANT %I TO %I', wanted, current_user);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', wanted);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', wanted);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO %I', wanted);
  END LOOP;
  -- The system role steps down to the team role for a team's transactions.
  EXECUTE 'GRANT footfall_app TO footfall_system';
  -- pg-boss creates its own schema and keeps it.
  EXECUTE format('GRANT CREATE ON DATABASE %I TO footfall_system', current_database());
END
$$;--> statement-breakpoint

CREATE EXTENSION IF NOT EXISTS pg_trgm;
