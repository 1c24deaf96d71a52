/**
 * Styles that every signed-in screen may use without importing them: overlays, inputs, layout helpers.
 * The `.layer` files keep Mantine's rules below ours whatever order chunks arrive in. A component that is not here imports its own `@mantine/core/styles/<Name>.layer.css` beside its use.
 */
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/Loader.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Modal.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
