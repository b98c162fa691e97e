-- Says which scripts on this server have a newer version, were withdrawn, or are no longer on {site}.
-- It asks {site} once after the start. It sends the ids and the version
-- numbers of the scripts, nothing else. It prints to the console and changes nothing.
--
-- To use it, put this file into the folder resources/script-updates, with an fxmanifest.lua of three lines:
--   fx_version 'cerulean'
--   game 'common'
--   server_script 'updates.lua'
-- and add `ensure script-updates` to server.cfg.
--
-- It checks a resource whose fxmanifest.lua has its version and the id of its script, for example:
--   version '1.2.0'
--   scripthaven '12'
-- Many authors add these lines. Where they are missing, name the folder of the resource and the id in server.cfg, so
-- that an update of the script does not remove them. The version is that of the manifest, or the one after the @:
--   set script_updates "garage=12, hud=40@2.1.0"

local site = '{site}'
local entriesMax = 100 -- in one request

local function print_line(text)
  -- Texts of authors: without colors and control characters.
  print(('[script-updates] %s'):format((text:gsub('[%c^]', ' '))))
end

-- The ids and versions that server.cfg has for resources, by the name of the resource.
local function read_convar()
  local listed = {}
  for entry in GetConvar('script_updates', ''):gmatch('[^,]+') do
    local resource, id, version = entry:match('^%s*(.-)%s*=%s*(%d+)@?(%S*)%s*$')
    if resource then
      listed[resource] = { id = id, version = version }
    else
      print_line(('script_updates has an entry that is not "resource=id": %s'):format(entry))
    end
  end
  return listed
end

-- The id and the version of each started resource that names its script, or that server.cfg names.
local function find_installed()
  local installed, listed = {}, read_convar()
  for index = 0, GetNumResources() - 1 do
    local resource = GetResourceByFindIndex(index)
    if resource and GetResourceState(resource) == 'started' then
      local entry = listed[resource] or { id = '', version = '' }
      local id = entry.id ~= '' and entry.id or GetResourceMetadata(resource, 'scripthaven', 0) or ''
      local version = entry.version ~= '' and entry.version or GetResourceMetadata(resource, 'version', 0) or ''
      if id:match('^[1-9]%d*$') and #id <= 9 then
        if #version > 64 or not version:match('^[%w._+-]+$') then version = '' end
        installed[#installed + 1] = { resource = resource, id = id, version = version }
      end
    end
  end
  return installed
end

-- What to tell about a resource; nothing where it is current.
local function describe(installed, update)
  local latest = update.latest
  local newer = latest and ('%s is the current version: %s%s'):format(latest.number, site, latest.path)
  if update.status == 'outdated' then
    return newer
  elseif update.status == 'withdrawn' then
    local why = ('%s: %s'):format(update.installed.kind, update.installed.reason)
    return ('withdrawn (%s). %s'):format(why, newer or 'There is no other version.')
  elseif update.status == 'gone' then
    return ('no longer on %s. It was deleted, hidden or taken down, so check whether you want to keep it: %s/scripts/%s')
      :format(site, site, installed.id)
  elseif update.status == 'unknown' then
    local why = installed.version == '' and 'the version is not known' or ('not a version on %s'):format(site)
    return ('%s. %s'):format(why, newer or 'There is no current version.')
  end
end

local function check(installed, on_done)
  local entries = {}
  for index, script in ipairs(installed) do
    local version = script.version:gsub('+', '%%2B')
    entries[index] = version == '' and script.id or ('%s@%s'):format(script.id, version)
  end
  local url = ('%s/api/updates?installed=%s'):format(site, table.concat(entries, ','))
  PerformHttpRequest(url, function(status, body)
    if status ~= 200 then return print_line(('The check for updates failed with status %s.'):format(status)) end
    local current = 0
    for index, update in ipairs(json.decode(body).scripts) do
      local script = installed[index]
      local text = describe(script, update)
      if text then
        print_line(('%s%s: %s'):format(script.resource, script.version == '' and '' or ' ' .. script.version, text))
      else
        current = current + 1
      end
    end
    on_done(current)
  end, 'GET')
end

CreateThread(function()
  Wait(30 * 1000) -- until the other resources are started
  local installed = find_installed()
  if #installed == 0 then
    return print_line('No resource names its script, so nothing was checked. See the first lines of updates.lua.')
  end
  local current = 0
  local function on_done(count)
    current = current + count
    if current ~= #installed then return end
    print_line(current == 1 and 'The script is up to date.' or ('All %d scripts are up to date.'):format(current))
  end
  for first = 1, #installed, entriesMax do
    check({ table.unpack(installed, first, math.min(first + entriesMax - 1, #installed)) }, on_done)
  end
end)
