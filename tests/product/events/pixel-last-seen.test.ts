import { expect, onTestFinished, test } from 'vitest'
import { createPixelLastSeen } from '#app/domain/events/pixel-last-seen.server.ts'
import { createWorld } from '../../support/world.ts'

test('a busy database that refuses the first sighting has it after a moment', async () => {
  const world = await createWorld()
  const { pool, siteCache } = world.services
  const { uuid } = await world.site()
  // Sequences aren't rolled back, so only the first write fails.
  await pool.query(`set role none; create sequence writes; grant usage on sequence writes to public;
    create function refuse_first() returns trigger language plpgsql as $$
    begin
      if nextval('writes') = 1 then raise exception 'canceling statement due to lock timeout'; end if;
      return new;
    end $$;
    create trigger refuse_first before update on sites for each row execute function refuse_first();
    set role footfall_system`)
  // Other tests use the database after this one.
  onTestFinished(async () => {
    await pool.query(`set role none; drop function refuse_first() cascade; drop sequence writes;
      set role footfall_system`)
  })
  const site = await siteCache.site(uuid)
  if (!site) throw new Error('There is no site.')

  createPixelLastSeen(world.services).note(site, world.clock.now())

  const seen = async () => {
    const { rows } = await pool.query<{ at: Date }>('select pixel_seen_at as at from sites')
    return rows
  }
  await expect.poll(seen).toEqual([{ at: world.clock.now() }])
})
