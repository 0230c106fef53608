-- Ardour without its window: two MIDI buses with the plug-ins, each with the preset "Check"; then the transport rolls
-- until somebody ends it. Argument: a folder for the session. See ardour_session.py.
assert(AudioEngine:set_backend("JACK", "ardour", ""), "no JACK back end")
local session = create_session(arg[1], "check", 48000)
assert(session, "no session")

local function add(name, uri)
  local info = ARDOUR.LuaAPI.new_plugin_info(uri, ARDOUR.PluginType.LV2)
  assert(not info:isnil(), "Ardour does not see " .. uri)
  local routes = session:new_midi_route(
    nil, 1, name, true, info, nil, ARDOUR.PresentationInfo.Flag.MidiBus, ARDOUR.PresentationInfo.max_order)
  local plugin = routes:front():nth_plugin(0):to_insert():plugin(0)
  local preset = plugin:preset_by_label("Check")
  assert(preset.valid, "no preset of " .. uri)
  assert(plugin:load_preset(preset), "the preset of " .. uri .. " cannot be loaded")
end

add("Sampler", "urn:tactus:sampler")
add("Sequencer", "urn:tactus:sequencer")
sleep(4)
session:request_roll(ARDOUR.TransportRequestSource.TRS_UI)
print("rolling")
io.stdout:flush()
sleep(90)
close_session()
quit()
